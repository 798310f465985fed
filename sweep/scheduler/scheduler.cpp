#include "sweep/scheduler/scheduler.hpp"

#include <fmt/format.h>

#include "core/check.hpp"
#include "sweep/scheduler/signal_text.hpp"
#include "sweep/scheduler/step.hpp"

namespace lrsweep::sweep {
namespace {

struct Dispatcher {
  Step& step;

  template <class GroupEvent>
  void with_group(const GroupEvent& event,
                  void (*receive)(Step&, Group&, const GroupEvent&)) const {
    const auto found = step.state.groups.find(event.group);
    if (found != step.state.groups.end()) receive(step, found->second, event);
  }

  void operator()(const GroupStarted& event) const { with_group(event, on_started); }
  void operator()(const GroupNotStarted& event) const { with_group(event, on_not_started); }
  void operator()(const MessageArrived& event) const { with_group(event, on_message); }
  void operator()(const GarbageArrived& event) const { with_group(event, on_garbage); }
  void operator()(const RankExited& event) const { with_group(event, on_exit); }
  void operator()(const StopRequested& event) const {
    stop(step, {.why = fmt::format("{}: running runs return to the queue; a second one kills them",
                                   signal_text(event.signal)),
                .signal = event.signal});
    if (event.force) force_stop(step);
  }
  void operator()(const StorageFailed& event) const {
    stop(step, {.why = event.why, .storage_error = event.why});
    if (!step.state.stop->storage_error) step.state.stop->storage_error = event.why;
  }
  void operator()(const Tick&) const { look_at_deadlines(step); }
};

}  // namespace

void add_trial(State& state, Trial trial) {
  const auto number = trial.record.number;
  const bool added = state.trials.emplace(number, std::move(trial)).second;
  LRSWEEP_CHECK(added, "a trial twice");
}

void add_run(State& state, core::RunRecord record, core::RunKey key, int attempts) {
  const auto id = record.id;
  state.trials.at(key.trial).runs.push_back(id);
  if (record.state == core::RunState::kQueued) state.queue.insert(id);
  const bool added =
      state.runs.emplace(id, Run{.record = std::move(record), .key = key, .attempts = attempts})
          .second;
  LRSWEEP_CHECK(added, "a run twice");
}

Actions handle(State& state, const Event& event, const Now& now) {
  Actions actions;
  Step step{state, now, actions};
  skip_stopped_gap(state, now.at);
  std::visit(Dispatcher{step}, event);
  place(step);
  finish_if_done(step);
  return actions;
}

Counts count_runs(const State& state) {
  Counts counts;
  for (const auto& [id, run] : state.runs) {
    switch (run.record.state) {
      case core::RunState::kQueued:
      case core::RunState::kRunning:
        ++counts.owed;
        break;
      case core::RunState::kFailed:
        ++counts.failed;
        break;
      case core::RunState::kComplete:
      case core::RunState::kPruned:
      case core::RunState::kDiverged:
        ++counts.complete;
        break;
    }
  }
  return counts;
}

}  // namespace lrsweep::sweep
