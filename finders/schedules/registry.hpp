// Every schedule by its name. A new one is a file pair that makes its curve, a line in the table in
// registry.cpp, and a test.
#pragma once

#include <span>
#include <string_view>

#include "finders/schedules/schedule_params.hpp"

namespace lrsweep::finders {

struct ScheduleEntry {
  std::string_view name;
  ScheduleCurve (*make)(ScheduleParams& params, const ScheduleAxis& axis);
  bool own_warmup = false;     // "warmup" is part of its formula
  std::string_view params;     // names and defaults, for help
  std::string_view help = {};  // one line
};

[[nodiscard]] std::span<const ScheduleEntry> schedules();
[[nodiscard]] const ScheduleEntry* find_schedule(std::string_view name);  // null if unknown

}  // namespace lrsweep::finders
