#include "finders/schedules/sequence.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "finders/schedules/schedule.hpp"

namespace lrsweep::finders {
namespace {

struct Part {
  std::int64_t start = 0;
  Schedule schedule;
};

using Parts = std::vector<Part>;

// The length of a part, `rest` for a last one that does not say.
std::int64_t length_of(const core::Json& part, bool is_last, std::int64_t rest,
                       const ScheduleAxis& axis, ScheduleParams& outer, const std::string& where) {
  static const core::Json kNothing = core::Json::object();
  ScheduleParams params(part.is_object() ? part : kNothing, where);
  static_cast<void>(params.raw("schedule"));
  const auto fallback = is_last && rest > 0 ? std::optional(rest) : std::nullopt;
  const std::int64_t length = params.duration("for", fallback, axis);
  const auto finished = params.finish("a part");
  if (!finished) outer.add_problems(finished.error().message);
  return length;
}

void add_part(Parts& parts, const core::Json& json, std::int64_t start, std::int64_t length,
              const ScheduleAxis& axis, ScheduleParams& outer, const std::string& where) {
  const bool has_schedule = json.is_object() && json.contains("schedule");
  const auto schedule =
      make_schedule(has_schedule ? json.at("schedule") : core::Json(),
                    {.lr = axis.lr, .updates = length, .updates_per_epoch = axis.updates_per_epoch},
                    where + ".schedule");
  if (!schedule) return outer.add_problems(schedule.error().message);
  if (schedule->needs_metric()) {
    return outer.add_problems(where + ".schedule: plateau cannot be a part of a sequence");
  }
  parts.push_back({.start = start, .schedule = *schedule});
}

const Part& part_at(const Parts& parts, double t) {
  const auto next = std::upper_bound(
      parts.begin(), parts.end(), t,
      [](double value, const Part& part) { return value < static_cast<double>(part.start); });
  return *(next == parts.begin() ? next : next - 1);
}

}  // namespace

ScheduleCurve make_sequence(ScheduleParams& params, const ScheduleAxis& axis) {
  const core::Json& list = params.raw("parts");
  const auto parts = std::make_shared<Parts>();
  if (!list.is_array() || list.empty()) {
    params.problem("parts", "needs a list of {\"schedule\": …, \"for\": …}");
    return {};
  }
  std::int64_t start = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string where = fmt::format("{}.parts[{}]", params.where(), i);
    const auto length =
        length_of(list[i], i + 1 == list.size(), axis.updates - start, axis, params, where);
    add_part(*parts, list[i], start, length, axis, params, where);
    start += length;
  }
  if (start > axis.updates) {
    params.problem("parts",
                   fmt::format("are {} updates together; the run has {}", start, axis.updates));
  }
  ScheduleCurve curve;
  curve.hold = static_cast<double>(start - 1);
  curve.lr = [parts](double t) {
    const Part& part = part_at(*parts, t);
    return part.schedule.lr(static_cast<std::int64_t>(t) - part.start);
  };
  const bool cycles = std::any_of(parts->begin(), parts->end(), [](const Part& part) {
    return part.schedule.momentum(0).has_value();
  });
  if (!cycles) return curve;
  curve.momentum = [parts](double t) {
    const Part& part = part_at(*parts, t);
    return part.schedule.momentum(static_cast<std::int64_t>(t) - part.start);
  };
  return curve;
}

}  // namespace lrsweep::finders
