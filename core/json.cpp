#include "core/json.hpp"

#include <cmath>

#include <fmt/format.h>

namespace lrsweep::core {

Json json_number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json json_number(std::optional<double> value) {
  return value ? json_number(*value) : Json(nullptr);
}

std::string dump(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Result<Json> parse_json(std::string_view text, std::string_view where) {
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    return fail(ErrorKind::kUsage, fmt::format("{}: not JSON: {}", where, error.what()));
  }
}

}  // namespace lrsweep::core
