// Rates that fall as 1/√t.
//   inverse_sqrt  η/√((t + τ)/τ), t after the warm-up    timescale τ = W, 10000 without a warm-up
//   noam          η·d^−½·min((t+1)^−½, (t+1)·W^−1.5), t from the start; its warm-up is its own
//                 (Vaswani et al., arXiv 1706.03762, eq. 3)                       d_model, warmup
#pragma once

#include "finders/schedules/schedule_axis.hpp"
#include "finders/schedules/schedule_params.hpp"

namespace lrsweep::finders {

[[nodiscard]] ScheduleCurve make_inverse_sqrt(ScheduleParams& params, const ScheduleAxis& axis);
[[nodiscard]] ScheduleCurve make_noam(ScheduleParams& params, const ScheduleAxis& axis);

}  // namespace lrsweep::finders
