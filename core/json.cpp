#include "core/json.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/text.hpp"

namespace lrsweep::core {
namespace {

constexpr int kDeepest = 256;

// The deepest nesting of brackets outside strings.
int depth_of(std::string_view text) {
  int depth = 0;
  int deepest = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') in_string = !in_string;
    if (in_string && text[i] == '\\') ++i;
    if (in_string) continue;
    if (text[i] == '[' || text[i] == '{') deepest = std::max(deepest, ++depth);
    if (text[i] == ']' || text[i] == '}') --depth;
  }
  return deepest;
}

}  // namespace

Json json_number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json json_number(std::optional<double> value) {
  return value ? json_number(*value) : Json(nullptr);
}

std::string dump(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Result<Json> parse_json(std::string_view text, std::string_view where) {
  if (depth_of(text) > kDeepest) {
    return fail(ErrorKind::kUsage,
                fmt::format("{}: not JSON: nested deeper than {} levels", where, kDeepest));
  }
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    return fail(ErrorKind::kUsage, fmt::format("{}: not JSON: {}", where, printable(error.what())));
  }
}

}  // namespace lrsweep::core
