// A curve from any tool: CSV with a header that names the columns lr and loss; more are ignored.
#pragma once

#include <string_view>

#include "core/result.hpp"
#include "finders/lr_suggestion.hpp"

namespace lrsweep::cli {

// Errors (kData) name file, line and column: a missing column, a cell that is no number, a row that
// is too short, no rows. Losses may be nan or inf; rates must be increasing
// (finders::check_curve()).
[[nodiscard]] core::Result<finders::RangeCurve> parse_curve(std::string_view text,
                                                            std::string_view file);

}  // namespace lrsweep::cli
