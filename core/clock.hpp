// The seam for time: everything that waits or stamps takes a Clock; tests turn a manual one by hand
// (tests/support/manual_clock.hpp).
#pragma once

#include <chrono>
#include <string>

namespace lrsweep::core {

// Monotonic time: for time-outs and durations. Never jumps with the wall clock.
using Instant = std::chrono::steady_clock::time_point;
using Seconds = std::chrono::duration<double>;

class Clock {
 public:
  virtual ~Clock() = default;
  [[nodiscard]] virtual Instant now() const = 0;
  // Wall-clock time for people: "2026-12-01T09:30:00.123Z".
  [[nodiscard]] virtual std::string utc() const = 0;
};

class SystemClock final : public Clock {
 public:
  [[nodiscard]] Instant now() const override;
  [[nodiscard]] std::string utc() const override;
};

// What utc() says of a moment: milliseconds are cut, not rounded.
[[nodiscard]] std::string utc_text(std::chrono::system_clock::time_point moment);

}  // namespace lrsweep::core
