// A training run in the terminal: its epochs as a table, and what it came to.
#pragma once

#include <string>

#include "core/json_fwd.hpp"
#include "reports/report.hpp"

namespace lrsweep::reports {

[[nodiscard]] std::string training_text(const core::Json& report, const TextStyle& style);

}  // namespace lrsweep::reports
