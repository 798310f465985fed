#include "core/clock.hpp"

#include <ctime>

#include <fmt/format.h>

namespace lrsweep::core {

Instant SystemClock::now() const { return std::chrono::steady_clock::now(); }

std::string SystemClock::utc() const { return utc_text(std::chrono::system_clock::now()); }

std::string utc_text(std::chrono::system_clock::time_point moment) {
  const auto since = moment.time_since_epoch();
  const auto millis = std::chrono::floor<std::chrono::milliseconds>(since).count();
  const auto seconds = static_cast<std::time_t>(millis / 1000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", parts.tm_year + 1900,
                     parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                     millis % 1000);
}

}  // namespace lrsweep::core
