// Reads a schedule's parameters from JSON and gathers what is wrong with them: values of another
// type or outside their range, and at the end keys that nobody asked for.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"
#include "finders/schedules/schedule_axis.hpp"

namespace lrsweep::finders {

struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_is_open = false;
};

inline constexpr Range kPositive{.low = 0, .low_is_open = true};
inline constexpr Range kShare{.low = 0, .high = 1};

// Each getter marks its key as used and, on a problem, notes it and returns a value of its type
// (the fallback where there is one), so that a schedule can be built on and all problems come at
// once.
class ScheduleParams {
 public:
  // `object` outlives this; `where` begins each problem ("schedule").
  ScheduleParams(const core::Json& object, std::string where);

  [[nodiscard]] bool has(std::string_view key) const;  // there, and not null
  [[nodiscard]] const std::string& where() const { return where_; }

  double number(std::string_view key, std::optional<double> fallback, Range range = {});
  std::int64_t integer(std::string_view key, std::optional<std::int64_t> fallback, Range range);
  bool flag(std::string_view key, bool fallback);
  std::string choice(std::string_view key, std::initializer_list<std::string_view> choices);
  // 100 (updates), "2ep", "5%" of all updates; at least `least`.
  std::int64_t duration(std::string_view key, std::optional<std::int64_t> fallback,
                        const ScheduleAxis& axis, std::int64_t least = 1);
  std::vector<std::int64_t> durations(std::string_view key, const ScheduleAxis& axis);
  // [low, high] with low <= high in [0, 1); nothing for null or false.
  std::optional<std::pair<double, double>> momentum(
      std::optional<std::pair<double, double>> fallback);
  // The raw value, marked as used; null when absent.
  const core::Json& raw(std::string_view key);

  void problem(std::string_view key, std::string_view text);
  void add_problems(std::string_view lines);
  // All problems so far, with the keys that nobody asked for.
  [[nodiscard]] core::Result<void> finish(std::string_view name) const;

 private:
  [[nodiscard]] const core::Json* find(std::string_view key);
  std::int64_t to_updates(std::string_view key, const core::Json& value, const ScheduleAxis& axis,
                          std::int64_t least);

  const core::Json& object_;
  std::string where_;
  std::vector<std::string> used_{"name", "warmup"};
  std::vector<std::string> problems_;
};

}  // namespace lrsweep::finders
