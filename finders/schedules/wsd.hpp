// Warm-up, stable, decay (Hu et al., "MiniCPM", arXiv 2404.06395; the 1 − √q decay: Hägele et al.,
// arXiv 2405.18392): η for `stable` updates, then down to η·end_factor over `decay`, q = share of
// the decay:
//   shape linear 1 − q · cosine (1 + cos πq)/2 · sqrt 1 − √q
// stable: all that decay leaves; decay "20%", shape linear, end_factor 0.
#pragma once

#include "finders/schedules/schedule_axis.hpp"
#include "finders/schedules/schedule_params.hpp"

namespace lrsweep::finders {

[[nodiscard]] ScheduleCurve make_wsd(ScheduleParams& params, const ScheduleAxis& axis);

}  // namespace lrsweep::finders
