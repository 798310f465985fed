#include <algorithm>

#include <fmt/format.h>

#include "core/check.hpp"
#include "sweep/scheduler/step.hpp"

namespace lrsweep::sweep {
namespace {

// The first run in order that is not held back.
Run* next_run(Step& step) {
  for (const auto id : step.state.queue) {
    auto& run = step.state.runs.at(id);
    if (!run.not_before || *run.not_before <= step.now.at) return &run;
  }
  return nullptr;
}

bool is_full(const State& state) {
  if (!state.setting.limits.max_parallel) return false;
  const auto busy = std::ranges::count_if(
      state.groups, [](const auto& entry) { return entry.second.run.has_value(); });
  return busy >= *state.setting.limits.max_parallel;
}

bool is_healthy(const State& state, const Group& group) {
  return std::ranges::none_of(group.devices,
                              [&](auto place) { return state.devices.at(place).set_aside; });
}

Group* idle_group(State& state, std::size_t ranks) {
  for (auto& [id, group] : state.groups) {
    if (group.phase == Phase::kIdle && group.ranks.size() == ranks && is_healthy(state, group)) {
      return &group;
    }
  }
  return nullptr;
}

std::vector<std::size_t> free_devices(const State& state) {
  std::vector<std::size_t> free;
  for (std::size_t i = 0; i < state.devices.size(); ++i) {
    if (!state.devices[i].group && !state.devices[i].set_aside) free.push_back(i);
  }
  return free;
}

std::string log_of(const State& state, const Run& run) {
  return fmt::format("{}/logs/{}/trial-{}-repeat-{}-fold-{}-attempt-{}.log", state.setting.out,
                     state.setting.sweep.value, run.key.trial, run.key.repeat, run.key.fold,
                     run.attempts + 1);
}

void start_group(Step& step, Run& run, std::vector<std::size_t> devices) {
  auto& state = step.state;
  const GroupId id{state.next_group++};
  auto& group = state.groups[id];
  group = {.id = id, .devices = std::move(devices), .ranks = {}, .since = step.now.at};
  group.ranks.resize(group.devices.size());
  for (const auto place : group.devices) state.devices[place].group = id;
  group.run = run.record.id;
  run.group = id;
  run.not_before.reset();
  state.queue.erase(run.record.id);
  run.record.state = core::RunState::kRunning;
  GroupRequest request{.id = id,
                       .devices = device_names(state, group),
                       .threads_per_rank = state.setting.threads_per_rank,
                       .log_path = log_of(state, run)};
  record_event(step, "group_started",
               {{"group", id.value},
                {"devices", request.devices},
                {"reason", "no idle group for " + name_of(run)}});
  step.actions.emplace_back(StartGroup{std::move(request)});
}

void reuse_group(Step& step, Run& run, Group& group) {
  group.run = run.record.id;
  run.group = group.id;
  run.not_before.reset();
  step.state.queue.erase(run.record.id);
  run.record.state = core::RunState::kRunning;
  begin_attempt(step, group, run);
  send_run(step, group, run);
}

void retire_idle(Step& step) {
  for (auto& [id, group] : step.state.groups) {
    if (group.phase == Phase::kIdle) retire(step, group);
  }
}

// Finds `run` a group. False where it has to wait; the runs behind it wait too, so that none with
// many devices starves.
bool place_run(Step& step, Run& run) {
  const auto ranks = static_cast<std::size_t>(step.state.trials.at(run.key.trial).devices);
  if (auto* group = idle_group(step.state, ranks)) {
    reuse_group(step, run, *group);
    return true;
  }
  auto free = free_devices(step.state);
  if (free.size() < ranks) {
    retire_idle(step);  // groups of another size hold the devices
    return false;
  }
  free.resize(ranks);
  start_group(step, run, std::move(free));
  return true;
}

// A queued run that can never be placed any more: too many devices were set aside.
void stop_if_impossible(Step& step) {
  const auto& state = step.state;
  if (state.queue.empty()) return;
  const auto usable = std::ranges::count(state.devices, false, &Device::set_aside);
  const auto& run = state.runs.at(*state.queue.begin());
  const auto wanted = state.trials.at(run.key.trial).devices;
  if (usable >= wanted) return;
  stop(step, {.why = fmt::format("{} of {} devices are set aside and a run needs {}",
                                 static_cast<std::int64_t>(state.devices.size()) - usable,
                                 state.devices.size(), wanted),
              .no_device = true});
}

}  // namespace

void place(Step& step) {
  if (!step.state.stop) stop_if_impossible(step);
  if (step.state.stop || step.state.queue.empty()) {
    retire_idle(step);
    return;
  }
  while (!is_full(step.state)) {
    auto* run = next_run(step);
    if (run == nullptr || !place_run(step, *run)) return;
  }
}

}  // namespace lrsweep::sweep
