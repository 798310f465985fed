#include "finders/schedules/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/json.hpp"
#include "core/text.hpp"
#include "finders/schedules/registry.hpp"

namespace lrsweep::finders {
namespace {

using core::Json;

core::Result<void> check_run(const ScheduleRun& run, std::string_view where) {
  if (!std::isfinite(run.lr) || run.lr <= 0) {
    return core::fail(
        core::ErrorKind::kUsage,
        fmt::format("{}: base rate {}: it must be above 0 and finite", where, run.lr));
  }
  if (run.updates < 1) {
    return core::fail(
        core::ErrorKind::kUsage,
        fmt::format("{}: {} updates: a schedule needs at least 1", where, run.updates));
  }
  return {};
}

core::Result<const ScheduleEntry*> entry_for(const Json& object, std::string_view where) {
  const auto name = object.find("name");
  const bool named = name != object.end() && name->is_string();
  const std::string text = named ? name->get<std::string>() : std::string();
  if (const ScheduleEntry* entry = find_schedule(text)) return entry;
  std::vector<std::string_view> known;
  for (const ScheduleEntry& entry : schedules()) known.push_back(entry.name);
  const std::string near = core::nearest(text, known);
  return core::fail(
      core::ErrorKind::kUsage,
      fmt::format("{}: unknown schedule {}{}; known are {}", where, core::quoted(text),
                  near.empty() ? "" : fmt::format(" (did you mean {}?)", near),
                  fmt::join(known, ", ")));
}

core::Result<Schedule> make_from_object(const Json& object, const ScheduleRun& run,
                                        std::string_view where) {
  const auto entry = entry_for(object, where);
  if (!entry) return tl::unexpected(entry.error());
  ScheduleParams params(object, std::string(where));
  ScheduleAxis axis{.lr = run.lr,
                    .updates = run.updates,
                    .total = run.updates,
                    .warmup = 0,
                    .updates_per_epoch = run.updates_per_epoch};
  const Warmup warmup = (*entry)->own_warmup ? Warmup{} : read_warmup(params, axis);
  axis.warmup = warmup.updates;
  axis.updates = run.updates - warmup.updates;
  ScheduleCurve curve = (*entry)->make(params, axis);
  const auto finished = params.finish((*entry)->name);
  if (!finished) return tl::unexpected(finished.error());
  return Schedule(std::move(curve), warmup, run.lr);
}

}  // namespace

Schedule::Schedule(ScheduleCurve curve, Warmup warmup, double base_lr)
    : curve_(std::move(curve)), warmup_(std::move(warmup)) {
  if (curve_.plateau) plateau_.emplace(*curve_.plateau, base_lr);
}

double Schedule::after_warmup(std::int64_t t) const {
  if (plateau_) return plateau_->lr();
  return curve_.lr(std::min(static_cast<double>(t - warmup_.updates), curve_.hold));
}

double Schedule::lr(std::int64_t t) const {
  t = std::max<std::int64_t>(0, t);
  if (t >= warmup_.updates) return after_warmup(t);
  return warmup_.share(static_cast<double>(t)) * after_warmup(warmup_.updates);
}

std::optional<double> Schedule::momentum(std::int64_t t) const {
  if (!curve_.momentum) return std::nullopt;
  const std::int64_t past = std::max<std::int64_t>(0, t - warmup_.updates);
  return curve_.momentum(std::min(static_cast<double>(past), curve_.hold));
}

void Schedule::epoch_ended(double metric) {
  if (plateau_) plateau_->epoch_ended(metric);
}

core::Result<Schedule> make_schedule(const Json& json, const ScheduleRun& run,
                                     std::string_view where) {
  if (const auto checked = check_run(run, where); !checked) {
    return tl::unexpected(checked.error());
  }
  if (json.is_object()) return make_from_object(json, run, where);
  if (json.is_string()) return make_from_object(Json{{"name", json}}, run, where);
  return core::fail(core::ErrorKind::kUsage,
                    fmt::format("{} is {}; allowed is a name, or {{\"name\": …, …}}", where,
                                core::quoted(json.dump())));
}

std::vector<std::string> schedule_warnings(const Schedule& schedule, const ScheduleRun& run) {
  std::vector<std::string> warnings;
  const std::int64_t warmup = schedule.warmup_updates();
  if (2 * warmup > run.updates) {
    warnings.push_back(fmt::format("the warm-up takes {} of {} updates", warmup, run.updates));
  }
  if (schedule.needs_metric()) return warnings;
  const double first = schedule.lr(warmup);
  double highest = 0;
  for (std::int64_t t = 0; t < run.updates; ++t) highest = std::max(highest, schedule.lr(t));
  const double end = schedule.lr(run.updates - 1);
  if (end > first) {
    warnings.push_back(
        fmt::format("the rate ends at {:.3g}, above its start of {:.3g}", end, first));
  } else if (end >= highest) {
    warnings.push_back("the rate never falls");
  }
  return warnings;
}

std::vector<std::string> duration_warnings(const core::Json& json, const ScheduleRun& run) {
  std::vector<std::string> warnings;
  if (!json.is_object()) return warnings;
  for (const char* key : {"every", "at", "first"}) {
    const auto found = json.find(key);
    if (found == json.end() || found->empty()) continue;
    const auto& length = found->is_array() ? found->back() : *found;
    if (!length.is_number() || length.get<double>() >= run.updates_per_epoch) continue;
    warnings.push_back(fmt::format(
        "{} {} counts updates and is {:.2g} epochs; for epochs write "
        "\"{}ep\"",
        key, core::dump(length), length.get<double>() / run.updates_per_epoch, core::dump(length)));
  }
  return warnings;
}

}  // namespace lrsweep::finders
