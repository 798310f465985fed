// Rates that stay, or fall in steps. t counts updates after the warm-up.
//   constant   η
//   step       η·γ^⌊t/every⌋                            every, gamma 0.1   (PyTorch's StepLR)
//   multistep  η·γ^(number of m in `at` with m <= t)     at, gamma 0.1      (MultiStepLR)
// Duplicates in `at` count as often as they are there.
#pragma once

#include "finders/schedules/schedule_axis.hpp"
#include "finders/schedules/schedule_params.hpp"

namespace lrsweep::finders {

[[nodiscard]] ScheduleCurve make_constant(ScheduleParams& params, const ScheduleAxis& axis);
[[nodiscard]] ScheduleCurve make_step(ScheduleParams& params, const ScheduleAxis& axis);
[[nodiscard]] ScheduleCurve make_multistep(ScheduleParams& params, const ScheduleAxis& axis);

}  // namespace lrsweep::finders
