// When a sweep ends early: a signal, storage, the circuit breaker, no device left.
#include <algorithm>

#include <fmt/format.h>

#include "sweep/scheduler/retry_policy.hpp"
#include "sweep/scheduler/step.hpp"

namespace lrsweep::sweep {
namespace {

// What failures are counted by: points of the search, so that five folds of one bad point are one;
// where there is only one spec, its runs.
std::int64_t point_of(const State& state, const Run& run) {
  return state.setting.same_spec ? run.record.id.value : run.key.trial;
}

void set_aside(Step& step, Device& device, core::Cause cause) {
  device.set_aside = true;
  const auto why =
      fmt::format("{} attempts in a row of different runs failed on it, the last by {}",
                  device.failed_points.size(), core::to_text(cause));
  record_event(step, "device_set_aside", {{"device", device.name}, {"reason", why}});
  note(step, fmt::format("{} is set aside: {}", device.name, why));
}

void stop_group(Step& step, Group& group, const std::string& why) {
  switch (group.phase) {
    case Phase::kStarting:
      return begin_ending(step, group, {core::Cause::kInterrupted, why});
    case Phase::kRunning:
      return cancel_run(step, group);
    case Phase::kIdle:
    case Phase::kRetiring:
    case Phase::kEnding:
      return;  // place() retires the idle ones
  }
}

}  // namespace

void cancel_run(Step& step, Group& group) {
  if (group.cancelled_at || !group.run) return;
  group.cancelled_at = step.now.at;
  send_to_all(step, group, core::Cancel{*group.run, core::Cause::kInterrupted});
}

void stop(Step& step, Stop why) {
  if (step.state.stop) return;
  record_event(step, "stopping", {{"reason", why.why}});
  note(step, "stopping: " + why.why);
  step.state.stop = std::move(why);
  for (auto& [id, group] : step.state.groups) stop_group(step, group, step.state.stop->why);
}

void force_stop(Step& step) {
  record_event(step, "killing", {{"reason", "a second signal"}});
  for (auto& [id, group] : step.state.groups) {
    if (group.phase != Phase::kEnding) {
      group.phase = Phase::kEnding;
      group.since = step.now.at;
      group.ending = Ending{core::Cause::kInterrupted, "killed by a second signal"};
    }
    kill_now(step, group);
  }
}

void count_failure(Step& step, const Run& run, core::Cause cause, const std::string& line) {
  auto& state = step.state;
  if (state.first_failure.empty()) {
    state.first_failure = line;
    state.first_failure_cause = cause;
  }
  if (state.setting.same_spec && (cause == core::Cause::kData || cause == core::Cause::kConfig)) {
    return stop(step, {.why = fmt::format("{} fails every run of this spec", core::to_text(cause)),
                       .cause = cause});
  }
  if (state.any_success || !rules_of(cause).breaks) return;
  auto& points = state.failed_points[cause];
  points.insert(point_of(state, run));
  if (static_cast<int>(points.size()) < state.setting.limits.breaker_points) return;
  stop(step, {.why = fmt::format("the first {} all failed the same way: {}", points.size(), line),
              .cause = cause});
}

void count_device_outcome(Step& step, const Group& group, const Run& run, core::Cause cause) {
  for (const auto place : group.devices) {
    auto& device = step.state.devices[place];
    if (cause == core::Cause::kOk) device.failed_points.clear();
    if (!rules_of(cause).blames_device || device.set_aside) continue;
    device.failed_points.insert(point_of(step.state, run));
    const auto failed = static_cast<int>(device.failed_points.size());
    if (failed >= step.state.setting.limits.quarantine_points) set_aside(step, device, cause);
  }
}

void finish_if_done(Step& step) {
  auto& state = step.state;
  if (state.finished || !state.groups.empty()) return;
  if (!state.stop && !state.queue.empty()) return;
  state.finished = true;
  step.actions.emplace_back(Finish{});
}

}  // namespace lrsweep::sweep
