// Bounds on everything that could go on for ever.
#include <fmt/format.h>

#include "core/text.hpp"
#include "sweep/scheduler/step.hpp"

namespace lrsweep::sweep {
namespace {

using core::Cause;

bool is_past(const Step& step, core::Instant since, core::Seconds limit) {
  return step.now.at >= later(since, limit);
}

void watch_start(Step& step, Group& group) {
  const auto& limits = step.state.setting.limits;
  if (is_past(step, group.since, limits.start_timeout)) {
    begin_ending(step, group,
                 {Cause::kHang, fmt::format("workers were not ready after {}",
                                            core::duration_text(limits.start_timeout.count()))});
  } else if (!group.said_slow && is_past(step, group.since, limits.slow_start)) {
    group.said_slow = true;
    note(step, fmt::format("workers of {} are slow to start",
                           name_of(step.state.runs.at(group.run.value()))));
  }
}

void watch_run(Step& step, Group& group) {
  const auto& limits = step.state.setting.limits;
  if (group.cancelled_at) {
    if (is_past(step, *group.cancelled_at, limits.cancel_grace)) {
      begin_ending(step, group, {Cause::kInterrupted, "did not stop when asked to"});
    }
  } else if (limits.trial_timeout && is_past(step, group.since, *limits.trial_timeout)) {
    begin_ending(
        step, group,
        {Cause::kTimeout, fmt::format("longer than resources.trial_timeout = {}",
                                      core::duration_text(limits.trial_timeout->count()))});
  } else if (is_past(step, group.progress_at, limits.hang_timeout)) {
    begin_ending(step, group,
                 {Cause::kHang,
                  fmt::format("no update in {}, after update {}",
                              core::duration_text(limits.hang_timeout.count()), group.update)});
  }
}

// No signal ends a process that hangs in a driver: its devices are given up, the sweep goes on.
void abandon(Step& step, Group& group) {
  for (const auto place : group.devices) {
    auto& device = step.state.devices[place];
    device.set_aside = true;
    const auto why = "a process on it cannot be killed";
    record_event(step, "device_set_aside", {{"device", device.name}, {"reason", why}});
    note(step, fmt::format("{} is set aside: {}", device.name, why));
  }
  remove_group(step, group);
}

void watch_end(Step& step, Group& group) {
  const auto& limits = step.state.setting.limits;
  if (!group.killed_at) {
    if (is_past(step, group.since, limits.kill_grace)) kill_now(step, group);
  } else if (is_past(step, *group.killed_at, limits.abandon_after)) {
    abandon(step, group);
  }
}

void watch(Step& step, Group& group) {
  switch (group.phase) {
    case Phase::kStarting:
      return watch_start(step, group);
    case Phase::kRunning:
      return watch_run(step, group);
    case Phase::kIdle:
      return;
    case Phase::kRetiring:
      if (is_past(step, group.since, step.state.setting.limits.cancel_grace)) {
        begin_ending(step, group, {Cause::kInterrupted, "did not shut down when asked to"});
      }
      return;
    case Phase::kEnding:
      return watch_end(step, group);
  }
}

}  // namespace

void look_at_deadlines(Step& step) {
  for (auto entry = step.state.groups.begin(); entry != step.state.groups.end();) {
    auto& group = entry->second;
    ++entry;  // watch() may remove the group
    watch(step, group);
  }
}

void skip_stopped_gap(State& state, core::Instant now) {
  const auto before = std::exchange(state.last_event, now);
  if (!before || now < later(*before, state.setting.limits.stopped_gap)) return;
  const auto gap = now - *before;
  for (auto& [id, group] : state.groups) {
    group.since += gap;
    group.progress_at += gap;
    if (group.cancelled_at) *group.cancelled_at += gap;
    if (group.killed_at) *group.killed_at += gap;
  }
}

}  // namespace lrsweep::sweep
