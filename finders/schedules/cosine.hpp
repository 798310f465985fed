// Half cosines (Loshchilov and Hutter, "SGDR", arXiv 1608.03983, eq. 5); fall(x) = (1 + cos πx)/2:
//   cosine           min + (η − min)·fall(p), p = t/T'            min_lr 0, or end_factor·η
//   cosine_restarts  the same within cycles of first·mult^i       first, mult 1, min_lr 0
//   flat_cosine      η until p = pct, then η·fall((p − pct)/(1 − pct))             pct 0.75
#pragma once

#include "finders/schedules/schedule_axis.hpp"
#include "finders/schedules/schedule_params.hpp"

namespace lrsweep::finders {

[[nodiscard]] ScheduleCurve make_cosine(ScheduleParams& params, const ScheduleAxis& axis);
[[nodiscard]] ScheduleCurve make_cosine_restarts(ScheduleParams& params, const ScheduleAxis& axis);
[[nodiscard]] ScheduleCurve make_flat_cosine(ScheduleParams& params, const ScheduleAxis& axis);

}  // namespace lrsweep::finders
