// The schedule "plateau": η until the metric stops improving (plateau.hpp). Works after a warm-up.
//   factor 0.1, patience 10, threshold 1e-4, cooldown 0, min_lr 0, mode min|max
#pragma once

#include "finders/schedules/schedule_params.hpp"

namespace lrsweep::finders {

[[nodiscard]] ScheduleCurve make_plateau(ScheduleParams& params, const ScheduleAxis& axis);

}  // namespace lrsweep::finders
