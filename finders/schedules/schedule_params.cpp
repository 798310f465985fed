#include "finders/schedules/schedule_params.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/text.hpp"

namespace lrsweep::finders {
namespace {

using core::Json;

const Json kNull;

bool within(double value, const Range& range) {
  const bool above = range.low_is_open ? value > range.low : value >= range.low;
  return std::isfinite(value) && above && value <= range.high;
}

std::string text_of(const Range& range) {
  if (std::isinf(range.low) && std::isinf(range.high)) return "a finite number";
  if (std::isinf(range.high)) {
    return fmt::format("a number {} {}", range.low_is_open ? "above" : "of at least", range.low);
  }
  return fmt::format("a number {} {} and at most {}", range.low_is_open ? "above" : "of at least",
                     range.low, range.high);
}

// The number before a unit: "2ep", "5%"; nothing for another text.
std::optional<double> before(std::string_view text, std::string_view unit) {
  if (!text.ends_with(unit)) return std::nullopt;
  text.remove_suffix(unit.size());
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> in_updates(const Json& value, const ScheduleAxis& axis) {
  if (value.is_number()) return value.get<double>();
  if (!value.is_string()) return std::nullopt;
  const auto& text = value.get_ref<const std::string&>();
  if (const auto percent = before(text, "%")) {
    return std::round(*percent / 100 * static_cast<double>(axis.total));
  }
  if (const auto epochs = before(text, "ep"); epochs && axis.updates_per_epoch > 0) {
    return std::round(*epochs * axis.updates_per_epoch);
  }
  return std::nullopt;
}

}  // namespace

ScheduleParams::ScheduleParams(const Json& object, std::string where)
    : object_(object), where_(std::move(where)) {}

bool ScheduleParams::has(std::string_view key) const {
  const auto found = object_.find(std::string(key));
  return found != object_.end() && !found->is_null();
}

const Json* ScheduleParams::find(std::string_view key) {
  used_.emplace_back(key);
  const auto found = object_.find(std::string(key));
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

double ScheduleParams::number(std::string_view key, std::optional<double> fallback, Range range) {
  const Json* value = find(key);
  if (value == nullptr) {
    if (!fallback) problem(key, "is needed: " + text_of(range));
    return fallback.value_or(1);
  }
  if (value->is_number() && within(value->get<double>(), range)) return value->get<double>();
  problem(key, fmt::format("is {}; allowed is {}", value->dump(), text_of(range)));
  return fallback.value_or(1);
}

std::int64_t ScheduleParams::integer(std::string_view key, std::optional<std::int64_t> fallback,
                                     Range range) {
  range.high = std::min(range.high, 1e15);
  const auto as_double = fallback ? std::optional(static_cast<double>(*fallback)) : std::nullopt;
  const double value = number(key, as_double, range);
  if (value == std::floor(value)) return static_cast<std::int64_t>(value);
  problem(key, fmt::format("is {}; allowed is a whole number", value));
  return fallback.value_or(1);
}

bool ScheduleParams::flag(std::string_view key, bool fallback) {
  const Json* value = find(key);
  if (value == nullptr) return fallback;
  if (value->is_boolean()) return value->get<bool>();
  problem(key, fmt::format("is {}; allowed are true and false", value->dump()));
  return fallback;
}

std::string ScheduleParams::choice(std::string_view key,
                                   std::initializer_list<std::string_view> choices) {
  const Json* value = find(key);
  if (value == nullptr) return std::string(*choices.begin());
  for (const std::string_view choice : choices) {
    if (value->is_string() && value->get_ref<const std::string&>() == choice) {
      return std::string(choice);
    }
  }
  problem(key, fmt::format("is {}; allowed are {}", core::quoted(value->dump()),
                           fmt::join(choices, ", ")));
  return std::string(*choices.begin());
}

std::int64_t ScheduleParams::to_updates(std::string_view key, const Json& value,
                                        const ScheduleAxis& axis, std::int64_t least) {
  const auto updates = in_updates(value, axis);
  const bool fits = updates && *updates == std::floor(*updates) &&
                    *updates >= static_cast<double>(least) && *updates <= 1e15;
  if (fits) return static_cast<std::int64_t>(*updates);
  problem(key, fmt::format("is {}; allowed is a whole number of at least {} updates, epochs as "
                           "\"2ep\", or a share of the run as \"5%\"",
                           value.dump(), least));
  return std::max<std::int64_t>(1, least);
}

std::int64_t ScheduleParams::duration(std::string_view key, std::optional<std::int64_t> fallback,
                                      const ScheduleAxis& axis, std::int64_t least) {
  const Json* value = find(key);
  if (value != nullptr) return to_updates(key, *value, axis, least);
  if (!fallback) problem(key, "is needed: updates, \"2ep\" or \"5%\"");
  return fallback.value_or(std::max<std::int64_t>(1, least));
}

std::vector<std::int64_t> ScheduleParams::durations(std::string_view key,
                                                    const ScheduleAxis& axis) {
  const Json* value = find(key);
  std::vector<std::int64_t> result;
  if (value == nullptr || !value->is_array() || value->empty()) {
    problem(key, "needs a list of updates, \"2ep\" or \"5%\"");
    return result;
  }
  for (const Json& item : *value) result.push_back(to_updates(key, item, axis, 1));
  return result;
}

std::optional<std::pair<double, double>> ScheduleParams::momentum(
    std::optional<std::pair<double, double>> fallback) {
  used_.emplace_back("momentum");
  const auto found = object_.find("momentum");
  if (found == object_.end()) return fallback;
  if (found->is_null() || *found == false) return std::nullopt;
  const bool pair = found->is_array() && found->size() == 2 && found->at(0).is_number() &&
                    found->at(1).is_number();
  if (pair) {
    const auto low = found->at(0).get<double>();
    const auto high = found->at(1).get<double>();
    if (0 <= low && low <= high && high < 1) return std::pair(low, high);
  }
  problem("momentum",
          fmt::format("is {}; allowed is [low, high] in [0, 1), or null for none", found->dump()));
  return fallback;
}

const Json& ScheduleParams::raw(std::string_view key) {
  const Json* value = find(key);
  return value == nullptr ? kNull : *value;
}

void ScheduleParams::problem(std::string_view key, std::string_view text) {
  problems_.push_back(fmt::format("{}.{} {}", where_, key, text));
}

void ScheduleParams::add_problems(std::string_view lines) { problems_.emplace_back(lines); }

core::Result<void> ScheduleParams::finish(std::string_view name) const {
  auto problems = problems_;
  std::vector<std::string_view> known(used_.begin(), used_.end());
  for (const auto& [key, value] : object_.items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const std::string near = core::nearest(key, known);
    problems.push_back(fmt::format("{}.{} is not used by {}{}", where_, core::quoted(key), name,
                                   near.empty() ? "" : fmt::format("; did you mean {}?", near)));
  }
  if (problems.empty()) return {};
  return core::fail(core::ErrorKind::kUsage, fmt::format("{}", fmt::join(problems, "\n")));
}

}  // namespace lrsweep::finders
