// The nested JSON object behind a Spec, addressed by dotted keys. For core/spec*.cpp only.
#pragma once

#include <string_view>

#include "core/json_fwd.hpp"

namespace lrsweep::core {

// Every key of the table with its default, in the table's order.
[[nodiscard]] Json default_document();

// The value at a key of the table. Requires that it is there.
[[nodiscard]] const Json& value_at(const Json& document, std::string_view key);

// Sets the value at a key, creating its section where it is missing.
void set_value(Json& document, std::string_view key, Json value);

// True for "optimizer" and the like: a name that has keys below it.
[[nodiscard]] bool is_section(std::string_view path);

}  // namespace lrsweep::core
