// What every schedule is a function of, and the function it becomes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "finders/schedules/plateau.hpp"

namespace lrsweep::finders {

// Counts are optimizer updates: never micro-batches, never times the number of devices.
struct ScheduleAxis {
  double lr = 0;                 // base rate η, > 0
  std::int64_t updates = 0;      // T' >= 1: what is left after the warm-up
  std::int64_t total = 0;        // T of the whole run; percentages are of this
  std::int64_t warmup = 0;       // W
  double updates_per_epoch = 0;  // 0 where unknown: durations in epochs are errors then
};

// A schedule after its warm-up. lr and momentum take t in [0, hold] and are pure.
struct ScheduleCurve {
  std::function<double(double)> lr;
  std::function<std::optional<double>(double)> momentum;  // empty where the schedule has none
  double hold = 0;  // the value here is kept for all later t: T' for decays that end at p = 1
  std::optional<PlateauOptions> plateau;  // the rate follows a metric; lr is its start
};

}  // namespace lrsweep::finders
