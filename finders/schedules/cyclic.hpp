// Triangular cycles between base_lr and η (Smith 2015, arXiv 1506.01186), as PyTorch's CyclicLR:
// with S = up + down, r = up/S, c = ⌊1 + t/S⌋, x = 1 + t/S − c, h = x/r up to x = r, then (x −
// 1)/(r − 1):
//   base_lr + (η − base_lr)·h·s,  s = 1 (triangular) · 2^−(c−1) (triangular2) · γ^t (exp_range)
//   base_lr, up, down = up, mode triangular, gamma 1, momentum [low, high] mirrored or null
#pragma once

#include "finders/schedules/schedule_axis.hpp"
#include "finders/schedules/schedule_params.hpp"

namespace lrsweep::finders {

[[nodiscard]] ScheduleCurve make_cyclic(ScheduleParams& params, const ScheduleAxis& axis);

}  // namespace lrsweep::finders
