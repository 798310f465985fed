#pragma once

#include <nlohmann/json_fwd.hpp>

namespace lrsweep::core {

// Ordered: reports and stored specs keep the order of the spec's table.
using Json = nlohmann::ordered_json;

}  // namespace lrsweep::core
