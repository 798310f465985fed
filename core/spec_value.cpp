#include "core/spec_value.hpp"

#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/json.hpp"
#include "core/text.hpp"

namespace lrsweep::core {
namespace {

constexpr std::size_t kLongestText = 4096;
constexpr std::size_t kLongestList = 64;

// The whole of `text` as a number, independent of the locale.
std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> seconds_of(std::string_view text) {
  if (text.empty()) return std::nullopt;
  double unit = 1;
  switch (text.back()) {
    case 's':
      unit = 1;
      break;
    case 'm':
      unit = 60;
      break;
    case 'h':
      unit = 3600;
      break;
    default:
      return number_of(text);
  }
  const auto count = number_of(text.substr(0, text.size() - 1));
  return count ? std::optional(*count * unit) : std::nullopt;
}

std::string range_text(const SpecKey& key) {
  const char* from = key.low_is_open ? "above" : "from";
  if (key.low && key.high) {
    const char* to = key.low_is_open ? "up to" : "to";
    return fmt::format(" {} {} {} {}", from, number_text(*key.low), to, number_text(*key.high));
  }
  if (key.low && key.low_is_open) return fmt::format(" above {}", number_text(*key.low));
  if (key.low) return fmt::format(" of at least {}", number_text(*key.low));
  return "";
}

bool in_range(const SpecKey& key, double value) {
  if (!std::isfinite(value)) return false;
  if (key.low && (key.low_is_open ? value <= *key.low : value < *key.low)) return false;
  return !key.high || value <= *key.high;
}

bool has_choice(std::string_view choices, std::string_view word) {
  for (std::size_t start = 0; start <= choices.size();) {
    const auto end = std::min(choices.find('|', start), choices.size());
    if (choices.substr(start, end - start) == word) return true;
    start = end + 1;
  }
  return false;
}

std::optional<Json> integer(const SpecKey& key, const Json& value) {
  constexpr double kLargestExact = 9007199254740992;  // 2^53
  if (!value.is_number()) return std::nullopt;
  const auto real = value.get<double>();
  if (real != std::trunc(real) || std::abs(real) >= kLargestExact) return std::nullopt;
  if (!in_range(key, real)) return std::nullopt;
  return Json(static_cast<std::int64_t>(real));
}

std::optional<Json> number(const SpecKey& key, const Json& value) {
  if (!value.is_number() || !in_range(key, value.get<double>())) return std::nullopt;
  return Json(value.get<double>() + 0.0);  // -0.0 becomes 0.0: one text for one value
}

std::optional<Json> seconds(const SpecKey& key, const Json& value) {
  if (value.is_number()) return number(key, value);
  if (!value.is_string()) return std::nullopt;
  const auto parsed = seconds_of(value.get_ref<const std::string&>());
  return parsed && in_range(key, *parsed) ? std::optional(Json(*parsed)) : std::nullopt;
}

std::optional<Json> text(const SpecKey& key, const Json& value) {
  if (!value.is_string()) return std::nullopt;
  const auto& word = value.get_ref<const std::string&>();
  if (word.empty() || word.size() > kLongestText || word.find('\0') != std::string::npos) {
    return std::nullopt;
  }
  if (!key.choices.empty() && !has_choice(key.choices, word)) return std::nullopt;
  return value;
}

// "2ep", "5%": a positive number before the unit.
bool is_duration_text(std::string_view text) {
  const std::size_t unit = text.ends_with("ep") ? 2 : text.ends_with('%') ? 1 : text.size();
  const auto count = number_of(text.substr(0, text.size() - unit));
  return count && std::isfinite(*count) && *count >= 0;
}

std::optional<Json> duration(const SpecKey& key, const Json& value) {
  if (value.is_number()) return integer(key, value);
  const bool fits = value.is_string() && is_duration_text(value.get_ref<const std::string&>());
  return fits ? std::optional(value) : std::nullopt;
}

// Whole lists: `one` takes each element in canonical form, or refuses it.
std::optional<Json> list(const SpecKey& key, const Json& value,
                         std::optional<Json> (*one)(const SpecKey&, const Json&)) {
  if (!value.is_array() || value.empty() || value.size() > kLongestList) return std::nullopt;
  Json list = Json::array();
  for (const auto& element : value) {
    const auto canonical = one(key, element);
    if (!canonical) return std::nullopt;
    list.push_back(*canonical);
  }
  return list;
}

std::optional<Json> canonical(const SpecKey& key, const Json& value) {
  if (value.is_null()) return key.nullable ? std::optional(value) : std::nullopt;
  switch (key.type) {
    case SpecType::kFlag:
      return value.is_boolean() ? std::optional(value) : std::nullopt;
    case SpecType::kInteger:
      return integer(key, value);
    case SpecType::kNumber:
      return number(key, value);
    case SpecType::kText:
      return text(key, value);
    case SpecType::kIntegers:
      return list(key, value, integer);
    case SpecType::kSeconds:
      return seconds(key, value);
    case SpecType::kDuration:
      return duration(key, value);
    case SpecType::kDurations:
      return list(key, value, duration);
    case SpecType::kJson:
      return value;
  }
  return std::nullopt;
}

std::string choices_text(std::string_view choices) {
  std::string words(choices);
  for (auto bar = words.find('|'); bar != std::string::npos; bar = words.find('|')) {
    words.replace(bar, 1, ", ");
  }
  return "one of " + words;
}

std::string type_text(const SpecKey& key) {
  switch (key.type) {
    case SpecType::kFlag:
      return "true or false";
    case SpecType::kInteger:
      return "an integer" + range_text(key);
    case SpecType::kNumber:
      return "a number" + range_text(key);
    case SpecType::kText:
      return key.choices.empty() ? "a text" : choices_text(key.choices);
    case SpecType::kIntegers:
      return "a list of integers, each" + range_text(key);
    case SpecType::kSeconds:
      return fmt::format(R"(a time{} seconds, like 90, "90s", "15m", "2h")", range_text(key));
    case SpecType::kDuration:
      return R"(updates (100), epochs ("2ep") or a share of the run ("5%"))";
    case SpecType::kDurations:
      return R"(a list of updates (100), epochs ("2ep") or shares of the run ("5%"))";
    case SpecType::kJson:
      return "JSON";
  }
  return "";
}

// A list in a list is never meant, and a deep one would exhaust the stack of whoever walks it.
Json list_of_text(std::string_view text) {
  if (!text.empty() && text.front() == '[' && text.back() == ']')
    text = text.substr(1, text.size() - 2);
  if (text.find_first_of("[]{}") != std::string_view::npos) return std::string(text);
  Json list = Json::parse(fmt::format("[{}]", text), nullptr, false);
  return list.is_discarded() ? Json(std::string(text)) : list;
}

Json number_of_text(std::string_view text) {
  const auto value = number_of(text);
  if (!value || !std::isfinite(*value)) return std::string(text);
  // Whole numbers as integers, so that a message shows -1 and not -1.0.
  constexpr double kLargestExact = 9007199254740992;  // 2^53
  if (*value == std::trunc(*value) && std::abs(*value) < kLargestExact) {
    return static_cast<std::int64_t>(*value);
  }
  return *value;
}

// 30ep, 60ep: elements need no quotes.
Json durations_of_text(std::string_view text) {
  const Json as_json = list_of_text(text);
  if (as_json.is_array() || text.find_first_of("[]{}\"") != std::string_view::npos) return as_json;
  Json list = Json::array();
  for (std::size_t start = 0; start <= text.size();) {
    const auto end = std::min(text.find(',', start), text.size());
    list.push_back(number_of_text(text.substr(start, end - start)));
    start = end + 1;
  }
  return list;
}

// Text that is no JSON stands for itself: 5% needs no quotes.
Json json_of_text(std::string_view text) {
  auto json = parse_json(text, "");
  return json ? *std::move(json) : Json(std::string(text));
}

}  // namespace

std::string allowed_text(const SpecKey& key) {
  return type_text(key) + (key.nullable ? ", or null" : "");
}

Result<Json> checked_value(const SpecKey& key, const Json& value) {
  if (auto good = canonical(key, value)) return *good;
  const std::string shown = value.is_string() ? core::quoted(value.get_ref<const std::string&>())
                                              : shortened(dump(value));
  return fail(ErrorKind::kUsage,
              fmt::format("{} is {}; allowed: {}", key.key, shown, allowed_text(key)));
}

Json value_of_text(const SpecKey& key, std::string_view text) {
  if (text == "null" && key.nullable) return nullptr;
  switch (key.type) {
    case SpecType::kFlag:
      if (text == "true" || text == "false") return text == "true";
      break;
    case SpecType::kInteger:
    case SpecType::kNumber:
      return number_of_text(text);
    case SpecType::kIntegers:
      return list_of_text(text);
    case SpecType::kDurations:
      return durations_of_text(text);
    case SpecType::kDuration:
      return number_of_text(text);
    case SpecType::kJson:
      return json_of_text(text);
    case SpecType::kText:
    case SpecType::kSeconds:
      break;
  }
  return std::string(text);
}

}  // namespace lrsweep::core
