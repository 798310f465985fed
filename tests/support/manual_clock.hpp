// Time that stands still until the test moves it.
#pragma once

#include <chrono>
#include <string>

#include "core/clock.hpp"

namespace lrsweep::core {

class ManualClock final : public Clock {
 public:
  [[nodiscard]] Instant now() const override { return now_; }
  // The start is 2026-12-01T09:30:00.000Z; it moves with now().
  [[nodiscard]] std::string utc() const override {
    const auto passed =
        std::chrono::duration_cast<std::chrono::milliseconds>(now_.time_since_epoch());
    return utc_text(std::chrono::system_clock::time_point(kStart + passed));
  }
  void advance(Seconds by) { now_ += std::chrono::duration_cast<Instant::duration>(by); }

 private:
  static constexpr std::chrono::milliseconds kStart{1796117400000};
  Instant now_{};
};

}  // namespace lrsweep::core
