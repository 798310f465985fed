#include "sweep/runtime/log_tail.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "core/text.hpp"

namespace lrsweep::sweep {
namespace {

constexpr std::streamoff kTailBytes = 16384;

std::string last_bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return {};
  const std::streamoff size = file.tellg();
  file.seekg(std::max<std::streamoff>(0, size - kTailBytes));
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

std::vector<std::string> read_log_tail(const std::filesystem::path& path) {
  std::istringstream text(last_bytes(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) {
    if (!line.empty()) lines.push_back(core::printable(line));
  }
  const auto extra = static_cast<std::ptrdiff_t>(lines.size()) - kLogTailLines;
  if (extra > 0) lines.erase(lines.begin(), lines.begin() + extra);
  return lines;
}

}  // namespace lrsweep::sweep
