// One cycle up and down (Smith and Topin, arXiv 1708.07120), as PyTorch's OneCycleLR with
// total_steps = T': from η/div up to η on [0, pct·T' − 1], down to η/(div·final_div) at T' − 1;
// with three_phase down to η/div on [pct·T' − 1, 2·pct·T' − 2] first. Momentum mirrors it.
//   pct_start 0.3, div 25, final_div 1e4, anneal cos|linear, three_phase false,
//   momentum [0.85, 0.95] or null
// A phase of no length is left out (PyTorch divides by zero there): with pct·T' <= 1 the run starts
// at η, with pct = 1 it ends there. Needs two updates.
#pragma once

#include "finders/schedules/schedule_axis.hpp"
#include "finders/schedules/schedule_params.hpp"

namespace lrsweep::finders {

[[nodiscard]] ScheduleCurve make_one_cycle(ScheduleParams& params, const ScheduleAxis& axis);

}  // namespace lrsweep::finders
