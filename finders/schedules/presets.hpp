// Schedules that papers and well-known recipes train with, by name.
#pragma once

#include <span>
#include <string_view>

namespace lrsweep::finders {

struct SchedulePreset {
  std::string_view name;    // "imagenet-step"
  std::string_view json;    // for make_schedule()
  std::string_view source;  // where it comes from, one line
};

[[nodiscard]] std::span<const SchedulePreset> schedule_presets();
[[nodiscard]] const SchedulePreset* find_preset(std::string_view name);  // null if unknown

}  // namespace lrsweep::finders
