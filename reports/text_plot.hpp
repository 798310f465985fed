// The curves of a range test in characters: loss against log rate, the suggested rate and the
// largest stable rate marked.
#pragma once

#include <string>

#include "core/json_fwd.hpp"
#include "reports/report.hpp"

namespace lrsweep::reports {

// Lines of at most style.width columns (40 at least), or nothing where there is no curve to draw.
// Each run's smoothed loss is one line; a run that diverged leaves the plot at its top, so that one
// huge loss does not flatten the rest.
[[nodiscard]] std::string plot_text(const core::Json& report, const TextStyle& style);

}  // namespace lrsweep::reports
