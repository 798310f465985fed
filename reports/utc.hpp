// Times of the database: "2026-12-01T09:30:00.123Z".
#pragma once

#include <optional>
#include <string_view>

namespace lrsweep::reports {

// Seconds from `from` to `to`; nothing when one of them is not such a time.
[[nodiscard]] std::optional<double> seconds_between(std::string_view from, std::string_view to);

}  // namespace lrsweep::reports
