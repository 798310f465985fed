// Text and numbers of the database as values of the report: always valid UTF-8, never NaN.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"

namespace lrsweep::reports {

// A string whose bytes that are not UTF-8 are U+FFFD: the report says the same in memory and on
// disk.
[[nodiscard]] core::Json text_value(std::string_view text);

// The same, null for an empty text.
[[nodiscard]] core::Json text_or_null(std::string_view text);

// A column that holds JSON. Fails with kStorage, naming `where` ("run 3: metrics_json").
[[nodiscard]] core::Result<core::Json> column_value(std::string_view text, std::string_view where);

// Numbers, null where NaN or infinite.
[[nodiscard]] core::Json number_list(std::span<const double> values);

}  // namespace lrsweep::reports
