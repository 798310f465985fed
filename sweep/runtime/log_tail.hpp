// The last lines of a worker's log, for messages and events.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lrsweep::sweep {

inline constexpr int kLogTailLines = 20;

// At most kLogTailLines, from the last 16 KiB; made printable. Empty where there is no file.
[[nodiscard]] std::vector<std::string> read_log_tail(const std::filesystem::path& path);

}  // namespace lrsweep::sweep
