// What /proc says of processes.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "sweep/runtime/spawn.hpp"

namespace lrsweep::sweep {
namespace {

std::string read_all(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

bool has_tag(const std::string& environment, const std::string& tag) {
  for (auto at = environment.find(tag); at != std::string::npos;
       at = environment.find(tag, at + 1)) {
    const auto end = at + tag.size();
    const bool begins = at == 0 || environment[at - 1] == '\0';
    if (begins && (end == environment.size() || environment[end] == '\0')) return true;
  }
  return false;
}

pid_t pid_named(const std::string& name) {
  pid_t pid = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
  return error == std::errc{} && end == name.data() + name.size() ? pid : 0;
}

std::string key_of(const std::string& pair) { return pair.substr(0, pair.find('=') + 1); }

}  // namespace

std::int64_t start_ticks_of(std::int64_t pid) {
  const auto text = read_all("/proc/" + std::to_string(pid) + "/stat");
  const auto name_end = text.rfind(')');  // the name may hold spaces and brackets
  if (name_end == std::string::npos) return 0;
  std::istringstream fields(text.substr(name_end + 1));
  std::string field;
  for (int number = 3; number <= 22; ++number) fields >> field;
  return fields ? std::stoll(field) : 0;
}

std::int64_t count_oom_kills() {
  std::istringstream text(read_all("/proc/vmstat"));
  std::string name;
  for (std::int64_t count = 0; text >> name >> count;) {
    if (name == "oom_kill") return count;
  }
  return 0;
}

std::vector<std::string> environment_with(const std::vector<std::string>& overrides) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const auto key = key_of(*entry);
    const bool replaced =
        std::ranges::any_of(overrides, [&](const auto& other) { return key_of(other) == key; });
    if (!replaced) result.emplace_back(*entry);
  }
  result.insert(result.end(), overrides.begin(), overrides.end());
  return result;
}

int kill_tagged(const std::string& tag) {
  int killed = 0;
  std::error_code error;
  std::filesystem::directory_iterator entry("/proc", error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    const auto pid = pid_named(entry->path().filename());
    if (pid == 0 || pid == ::getpid()) continue;
    if (!has_tag(read_all(entry->path() / "environ"), tag)) continue;
    if (::kill(pid, SIGKILL) == 0) ++killed;
  }
  return killed;
}

}  // namespace lrsweep::sweep
