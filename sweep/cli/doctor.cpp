#include "sweep/cli/doctor.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <system_error>

#include "core/files.hpp"
#include "core/messages.hpp"
#include "core/text.hpp"
#include "storage/reader.hpp"
#include "sweep/devices/resolve.hpp"
#include "sweep/devices/system_inventory.hpp"
#include "sweep/runtime/process_launcher.hpp"
#include "sweep/runtime/spawn.hpp"

namespace lrsweep::cli {
namespace {

namespace fs = std::filesystem;
constexpr const char* kFashionMnist = "/usr/share/datasets/fashion-mnist";
constexpr std::chrono::seconds kWorkerTime{20};

// One line from a socket before the deadline; empty where none comes.
std::string read_line(int channel) {
  std::string line;
  const auto deadline = std::chrono::steady_clock::now() + kWorkerTime;
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    pollfd wait{channel, POLLIN, 0};
    std::array<char, 4096> buffer{};
    if (left.count() <= 0 || ::poll(&wait, 1, static_cast<int>(left.count())) <= 0) return "";
    const auto count = ::read(channel, buffer.data(), buffer.size());
    if (count <= 0) return "";
    line.append(buffer.data(), static_cast<std::size_t>(count));
    if (const auto end = line.find('\n'); end != std::string::npos) return line.substr(0, end);
  }
}

// Starts a worker, introduces itself, and says what it answered.
Finding ask_worker(const std::string& what, const fs::path& program) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return {what, false, "no socket: " + std::generic_category().message(errno)};
  }
  auto child = sweep::spawn({.argv = {program.string()},
                             .environment = sweep::environment_with({}),
                             .channel = ends[1],
                             .log = STDERR_FILENO});
  ::close(ends[1]);
  if (!child) {
    ::close(ends[0]);
    return {what, false, child.error().message};
  }
  const std::string hello = core::encode(core::ToWorker{core::Prepare{.device = "cpu"}});
  const bool sent = ::send(ends[0], hello.data(), hello.size(), MSG_NOSIGNAL) > 0;
  const auto answer = core::decode_from_worker(sent ? read_line(ends[0]) : "");
  ::close(ends[0]);
  ::kill(static_cast<pid_t>(child->pid), SIGKILL);
  ::waitpid(static_cast<pid_t>(child->pid), nullptr, 0);
  const auto* ready = answer ? std::get_if<core::Ready>(&*answer) : nullptr;
  if (ready == nullptr) {
    return {what, false,
            fmt::format("{} does not answer; run it by hand (a library may be missing: ldd {})",
                        program.string(), program.string())};
  }
  return {what, true, fmt::format("{} (torch {})", program.string(), ready->torch)};
}

Finding worker(bool cuda) {
  const std::string what = cuda ? "worker, CUDA" : "worker, CPU";
  const auto program = sweep::find_worker(cuda);
  if (!program) return {what, false, program.error().message};
  return ask_worker(what, *program);
}

Finding data() {
  std::error_code ignored;
  if (fs::is_directory(kFashionMnist, ignored)) return {"fashion-mnist", true, kFashionMnist};
  return {"fashion-mnist", false,
          fmt::format("{} is missing: apt install dataset-fashion-mnist, or --data-dir FOLDER",
                      kFashionMnist)};
}

Finding folder(const fs::path& out) {
  if (auto made = core::create_folder(out); !made) {
    return {"output folder", false, made.error().message + "; use another --out"};
  }
  if (::access(out.c_str(), W_OK) != 0) {
    return {"output folder", false, core::printable(out.string()) + " cannot be written"};
  }
  std::error_code error;
  const auto space = fs::space(out, error);
  constexpr std::uintmax_t kMib = 1024 * 1024;
  constexpr std::uintmax_t kLittle = 200 * kMib;
  return {"output folder", !error && space.available >= kLittle,
          fmt::format("{}, {} MiB free", core::printable(out.string()), space.available / kMib)};
}

std::string joined(const std::vector<std::string>& lines) {
  return core::printable(fmt::format("{}", fmt::join(lines, "; ")));
}

Finding database(const fs::path& out) {
  std::error_code ignored;
  if (!fs::exists(out / "sweeps.db", ignored)) return {"database", true, "none yet"};
  const auto reader = storage::Reader::open(out);
  if (!reader) return {"database", false, reader.error().message};
  const auto problems = (*reader)->check();
  if (!problems) return {"database", false, problems.error().message};
  if (!problems->empty()) return {"database", false, joined(*problems) + "; restore a copy"};
  return {"database", true, core::printable((out / "sweeps.db").string()) + ", no damage"};
}

Finding machine() {
  const auto found = sweep::SystemInventory().look();
  return {"machine", true, sweep::describe(found)};
}

}  // namespace

std::vector<Finding> examine(const fs::path& out) {
  std::vector<Finding> findings{machine(), worker(false)};
  if (!sweep::SystemInventory().look().cuda.empty()) findings.push_back(worker(true));
  findings.push_back(data());
  findings.push_back(folder(out));
  findings.push_back(database(out));
  return findings;
}

}  // namespace lrsweep::cli
