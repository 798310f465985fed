// From η to η·end_factor over the run, p = t/T' (PyTorch's LinearLR and PolynomialLR):
//   linear      η·(1 − p·(1 − end_factor))                      end_factor 0
//   polynomial  η·(end_factor + (1 − end_factor)·(1 − p)^power)   power 1, end_factor 0
#pragma once

#include "finders/schedules/schedule_axis.hpp"
#include "finders/schedules/schedule_params.hpp"

namespace lrsweep::finders {

[[nodiscard]] ScheduleCurve make_linear(ScheduleParams& params, const ScheduleAxis& axis);
[[nodiscard]] ScheduleCurve make_polynomial(ScheduleParams& params, const ScheduleAxis& axis);

}  // namespace lrsweep::finders
