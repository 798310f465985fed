// One value against its row of the table: type, range, choices, in the canonical form that is
// stored.
#pragma once

#include <string>
#include <string_view>

#include "core/json_fwd.hpp"
#include "core/result.hpp"
#include "core/spec_table.hpp"

namespace lrsweep::core {

// What a key accepts, in words: "a number above 0 or null", "one of sgd, adamw".
[[nodiscard]] std::string allowed_text(const SpecKey& key);

// `value` in canonical form (integers as integers, times as seconds), or a kUsage error
// "optimizer.lr is -1; allowed: a number above 0".
[[nodiscard]] Result<Json> checked_value(const SpecKey& key, const Json& value);

// The JSON value that `text`, written on a command line, stands for. Not checked yet: a text that
// is no number where one is expected comes back as a string, which checked_value() refuses.
[[nodiscard]] Json value_of_text(const SpecKey& key, std::string_view text);

}  // namespace lrsweep::core
