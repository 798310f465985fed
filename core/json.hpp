// JSON as this project writes it: keys in the order they were put in, no NaN or Infinity, valid
// UTF-8, one line.
//
// Files that only name the type include <nlohmann/json_fwd.hpp> through core/json_fwd.hpp.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/json_fwd.hpp"
#include "core/result.hpp"

namespace lrsweep::core {

// `value`, or null where it is NaN or infinite (JSON has neither).
[[nodiscard]] Json json_number(double value);
[[nodiscard]] Json json_number(std::optional<double> value);

// Text of `json`; bytes that are not UTF-8 become U+FFFD. indent < 0: one line.
[[nodiscard]] std::string dump(const Json& json, int indent = -1);

// Parses one JSON text of at most 256 levels (deeper ones would exhaust the stack of whoever walks
// them). `where` names its source in the error (a file, a table and row, a message).
[[nodiscard]] Result<Json> parse_json(std::string_view text, std::string_view where);

}  // namespace lrsweep::core
