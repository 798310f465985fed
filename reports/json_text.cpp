#include "reports/json_text.hpp"

namespace lrsweep::reports {

core::Json text_value(std::string_view text) {
  // Parsing what dump() wrote is the library's own way to replace invalid bytes.
  core::Json value(text);
  try {
    return core::Json::parse(core::dump(value));
  } catch (const core::Json::exception&) {
    return core::Json("");
  }
}

core::Json text_or_null(std::string_view text) {
  return text.empty() ? core::Json(nullptr) : text_value(text);
}

core::Result<core::Json> column_value(std::string_view text, std::string_view where) {
  return core::parse_json(text_value(text).get_ref<const std::string&>(), where)
      .map_error([](core::Error error) {
        error.kind = core::ErrorKind::kStorage;
        return error;
      });
}

core::Json number_list(std::span<const double> values) {
  core::Json list = core::Json::array();
  for (const double value : values) list.push_back(core::json_number(value));
  return list;
}

}  // namespace lrsweep::reports
