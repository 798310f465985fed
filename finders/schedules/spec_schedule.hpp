// The schedule that a spec asks for: its section `schedule`, keys that are null left out.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/json_fwd.hpp"
#include "core/result.hpp"
#include "core/spec.hpp"
#include "core/words.hpp"
#include "finders/schedules/schedule.hpp"

namespace lrsweep::finders {

// {"name", every key that is not null, "warmup"}: for make_schedule(json). A warm-up that is null
// is "5%", and none for one_cycle, cyclic, noam and sequence, which bring their own; the mode of
// plateau follows from the goal.
[[nodiscard]] core::Json schedule_json(const core::Spec& spec, core::Goal goal);

// kUsage as the other make_schedule(); lines begin with "schedule".
[[nodiscard]] core::Result<Schedule> make_schedule(const core::Spec& spec, const ScheduleRun& run,
                                                   core::Goal goal);

// 100 | "2ep" | "5%" in updates of this run, at least 1. kUsage, naming `key`.
[[nodiscard]] core::Result<std::int64_t> updates_of(const core::Json& duration,
                                                    const ScheduleRun& run, std::string_view key);

}  // namespace lrsweep::finders
