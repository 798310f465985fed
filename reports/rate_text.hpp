// Numbers as people read them in a report: three digits. The document has the exact ones.
#pragma once

#include <string>

#include "core/json_fwd.hpp"

namespace lrsweep::reports {

// 0.0836, 1.2e-5, 340, 12345; "-" for null.
[[nodiscard]] std::string rate_text(const core::Json& value);
[[nodiscard]] std::string rate_text(double value);

}  // namespace lrsweep::reports
