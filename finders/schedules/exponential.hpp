// η·γ^t (PyTorch's ExponentialLR), γ per update or, with "per": "epoch", per epoch (t counts whole
// epochs then); or by where it ends: η·end_factor^p with p = t/T'.
#pragma once

#include "finders/schedules/schedule_axis.hpp"
#include "finders/schedules/schedule_params.hpp"

namespace lrsweep::finders {

[[nodiscard]] ScheduleCurve make_exponential(ScheduleParams& params, const ScheduleAxis& axis);

}  // namespace lrsweep::finders
