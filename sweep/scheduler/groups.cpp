#include <algorithm>

#include <fmt/format.h>

#include "core/check.hpp"
#include "sweep/scheduler/signal_text.hpp"
#include "sweep/scheduler/step.hpp"

namespace lrsweep::sweep {
namespace {

Ending ending_of_exit(int rank, const GroupExit& exit) {
  if (exit.out_of_memory) {
    return {core::Cause::kOomHost,
            fmt::format("rank {} was killed by the kernel: the machine or its cgroup ran out of "
                        "memory",
                        rank)};
  }
  if (exit.signal) {
    return {core::Cause::kSignal, fmt::format("rank {} died by signal {} ({})", rank, *exit.signal,
                                              signal_text(*exit.signal))};
  }
  return {core::Cause::kExitCode, fmt::format("rank {} ended with exit code {} and no result", rank,
                                              exit.exit_code.value_or(0))};
}

// A warm worker that ends before it says a word of its next run was undone by the run before: the
// next one is not to blame.
Ending ending_of_exit(const Group& group, int rank, const GroupExit& exit) {
  auto ending = ending_of_exit(rank, exit);
  const bool unheard = group.phase == Phase::kRunning && group.last_run && group.update == 0;
  if (unheard && ending.cause == core::Cause::kExitCode) {
    return {core::Cause::kLost, ending.message + ", before it began"};
  }
  return ending;
}

}  // namespace

void send_to_all(Step& step, const Group& group, const core::ToWorker& message) {
  for (std::size_t rank = 0; rank < group.ranks.size(); ++rank) {
    step.actions.emplace_back(SendMessage{group.id, static_cast<int>(rank), message});
  }
}

void retire(Step& step, Group& group) {
  group.phase = Phase::kRetiring;
  group.since = step.now.at;
  send_to_all(step, group, core::Shutdown{});
}

void begin_ending(Step& step, Group& group, Ending ending) {
  if (group.phase == Phase::kEnding) return;  // the first cause is the cause
  group.phase = Phase::kEnding;
  group.since = step.now.at;
  group.ending = std::move(ending);
  step.actions.emplace_back(TerminateGroup{group.id});
}

void kill_now(Step& step, Group& group) {
  if (group.killed_at) return;
  group.killed_at = step.now.at;
  step.actions.emplace_back(KillGroup{group.id});
}

void remove_group(Step& step, Group& group) {
  if (group.run) {
    LRSWEEP_CHECK(group.ending.has_value(), "a group with a run is gone without a cause");
    end_attempt(step, group,
                {.cause = group.ending->cause,
                 .message = group.ending->message,
                 .exit = group.first_exit.value_or(GroupExit{}),
                 .log_tail = group.log_tail});
  }
  for (const auto place : group.devices) step.state.devices[place].group.reset();
  step.state.groups.erase(group.id);  // `group` is gone
}

void on_started(Step& step, Group& group, const GroupStarted& event) {
  LRSWEEP_CHECK(event.processes.size() == group.ranks.size(), "one process a rank");
  const auto cuda = step.state.devices.at(group.devices.front()).name.starts_with("cuda");
  for (std::size_t i = 0; i < group.ranks.size(); ++i) {
    const auto rank = static_cast<int>(i);
    group.ranks[i].process = event.processes[i];
    const core::ToWorker prepare =
        core::Prepare{.rank = rank,
                      .world = static_cast<int>(group.ranks.size()),
                      .local_rank = rank,
                      .device = cuda ? fmt::format("cuda:{}", rank) : "cpu",
                      .threads = step.state.setting.threads_per_rank};
    step.actions.emplace_back(SendMessage{group.id, rank, prepare});
  }
  begin_attempt(step, group, step.state.runs.at(group.run.value()));
}

void on_not_started(Step& step, Group& group, const GroupNotStarted& event) {
  begin_attempt(step, group, step.state.runs.at(group.run.value()));
  group.ending = Ending{core::Cause::kLost, "cannot start workers: " + event.why};
  remove_group(step, group);
}

void on_exit(Step& step, Group& group, const RankExited& event) {
  auto& rank = group.ranks.at(static_cast<std::size_t>(event.rank));
  if (rank.exit) return;
  rank.exit = event.exit;
  if (!group.first_exit) group.first_exit = event.exit;
  if (group.log_tail.empty()) group.log_tail = event.log_tail;
  const bool all =
      std::ranges::all_of(group.ranks, [](const auto& r) { return r.exit.has_value(); });
  if (group.phase == Phase::kIdle) {
    record_event(
        step, "idle_group_lost",
        {{"group", group.id.value}, {"reason", ending_of_exit(event.rank, event.exit).message}});
  }
  if (all) {
    if (!group.ending) group.ending = ending_of_exit(group, event.rank, event.exit);
    remove_group(step, group);
  } else if (group.phase != Phase::kRetiring) {
    begin_ending(step, group, ending_of_exit(group, event.rank, event.exit));
  }
}

void on_garbage(Step& step, Group& group, const GarbageArrived& event) {
  begin_ending(step, group,
               {core::Cause::kProtocol,
                fmt::format("rank {} sent what is no message: {}", event.rank, event.what)});
}

}  // namespace lrsweep::sweep
