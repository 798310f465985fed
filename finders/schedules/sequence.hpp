// Schedules laid end to end: {"name": "sequence", "parts": [{"schedule": {…}, "for": "20%"}, …]}.
// Each part is a whole run of its own length (its warm-up and its T are the part's), beginning at
// the base rate. `for` may be left out of the last part, which then takes the rest; when the parts
// are shorter than the run the last value is kept. A part of no length, parts longer than the run,
// and plateau as a part are errors.
#pragma once

#include "finders/schedules/schedule_params.hpp"

namespace lrsweep::finders {

[[nodiscard]] ScheduleCurve make_sequence(ScheduleParams& params, const ScheduleAxis& axis);

}  // namespace lrsweep::finders
