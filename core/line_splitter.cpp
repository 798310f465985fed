#include <utility>

#include <fmt/format.h>

#include "core/messages.hpp"
#include "core/text.hpp"

namespace lrsweep::core {

Result<std::vector<std::string>> LineSplitter::feed(std::string_view bytes) {
  std::vector<std::string> lines;
  for (auto end = bytes.find('\n'); end != std::string_view::npos; end = bytes.find('\n')) {
    rest_.append(bytes.substr(0, end));
    if (rest_.size() > kMaxLineBytes) break;
    lines.push_back(std::exchange(rest_, {}));
    bytes.remove_prefix(end + 1);
  }
  if (rest_.size() + bytes.size() > kMaxLineBytes) {
    return fail(ErrorKind::kInternal, fmt::format("a line over {} bytes", kMaxLineBytes));
  }
  rest_.append(bytes);
  return lines;
}

Result<void> LineSplitter::finish() const {
  if (rest_.empty()) return {};
  return fail(ErrorKind::kInternal, fmt::format("a torn line: {}", core::quoted(rest_)));
}

}  // namespace lrsweep::core
