#include <algorithm>

#include "core/check.hpp"
#include "sweep/scheduler/scheduler.hpp"

namespace lrsweep::sweep {
namespace {

void check_devices(const State& state) {
  for (std::size_t place = 0; place < state.devices.size(); ++place) {
    const auto& device = state.devices[place];
    if (!device.group) continue;
    const auto group = state.groups.find(*device.group);
    LRSWEEP_CHECK(group != state.groups.end(), "a device serves a group that is gone");
    LRSWEEP_CHECK(std::ranges::count(group->second.devices, place) == 1,
                  "a device serves a group that does not know it");
  }
}

void check_run_of(const State& state, const Group& group) {
  const bool may_run = group.phase == Phase::kStarting || group.phase == Phase::kRunning;
  LRSWEEP_CHECK(!may_run || group.run, "a starting or training group without a run");
  if (!group.run) return;
  LRSWEEP_CHECK(may_run || group.phase == Phase::kEnding, "an idle group with a run");
  const auto& run = state.runs.at(*group.run);
  LRSWEEP_CHECK(run.group == group.id, "a group whose run belongs to another");
  LRSWEEP_CHECK(run.record.state == core::RunState::kRunning, "a group whose run does not run");
}

void check_groups(const State& state) {
  std::int64_t busy = 0;
  for (const auto& [id, group] : state.groups) {
    LRSWEEP_CHECK(id == group.id && id.value < state.next_group, "a group under a wrong id");
    LRSWEEP_CHECK(!group.devices.empty() && group.devices.size() == group.ranks.size(),
                  "a group without one device a rank");
    for (const auto place : group.devices) {
      LRSWEEP_CHECK(state.devices.at(place).group == id, "a group on another's device");
    }
    LRSWEEP_CHECK((group.phase == Phase::kEnding) == group.ending.has_value() ||
                      group.phase == Phase::kStarting,
                  "a group that ends without a cause, or the other way round");
    const bool all_gone =
        std::ranges::all_of(group.ranks, [](const auto& rank) { return rank.exit.has_value(); });
    LRSWEEP_CHECK(!all_gone, "a group without processes");
    busy += group.run ? 1 : 0;
    check_run_of(state, group);
  }
  const auto& most = state.setting.limits.max_parallel;
  LRSWEEP_CHECK(!most || busy <= *most, "more runs at once than max_parallel");
}

void check_runs(const State& state) {
  for (const auto& [id, run] : state.runs) {
    const auto is = run.record.state;
    LRSWEEP_CHECK(run.record.id == id, "a run under a wrong id");
    LRSWEEP_CHECK((is == core::RunState::kQueued) == state.queue.contains(id),
                  "a run waits outside the queue, or is in it without waiting");
    LRSWEEP_CHECK((is == core::RunState::kRunning) == run.group.has_value(),
                  "a run runs without a group, or has one without running");
    LRSWEEP_CHECK(!run.group || state.groups.contains(*run.group), "a run whose group is gone");
    LRSWEEP_CHECK(!run.attempt || run.group, "an attempt without a group");
    LRSWEEP_CHECK(run.retries <= state.setting.limits.retries, "too many retries");
  }
}

}  // namespace

void check_invariants(const State& state) {
  check_devices(state);
  check_groups(state);
  check_runs(state);
  LRSWEEP_CHECK(!state.finished || state.groups.empty(), "finished, and groups are left");
}

}  // namespace lrsweep::sweep
