#include <algorithm>

#include <fmt/format.h>

#include "core/check.hpp"
#include "finders/trial_score.hpp"
#include "sweep/scheduler/step.hpp"

namespace lrsweep::sweep {
namespace {

using core::RunState;

// A trial's state follows from its runs: the worst of them once all have ended.
RunState state_of(const State& state, const Trial& trial) {
  bool waiting = false;
  bool started = false;
  RunState worst = RunState::kComplete;
  for (const auto id : trial.runs) {
    const auto run = state.runs.at(id).record.state;
    if (run == RunState::kQueued) waiting = true;
    if (run != RunState::kQueued) started = true;
    if (run == RunState::kRunning) return RunState::kRunning;
    if (run != RunState::kQueued) worst = std::max(worst, run);
  }
  if (!waiting) return worst;
  return started ? RunState::kRunning : RunState::kQueued;
}

// Of a trial all of whose runs are complete; any other has none.
void score(const State& state, Trial& trial) {
  std::vector<std::optional<double>> values;
  for (const auto id : trial.runs) {
    const auto& run = state.runs.at(id).record;
    const bool complete = run.state == RunState::kComplete;
    values.push_back(complete ? finders::metric_of_run(run.metrics_json, state.setting.metric,
                                                       state.setting.metric_at)
                              : std::nullopt);
  }
  const auto found = finders::trial_score(values);
  trial.record.score_mean = found ? std::optional(found->mean) : std::nullopt;
  trial.record.score_std = found ? found->std : std::nullopt;
}

}  // namespace

void write(Step& step, core::Write row) { step.actions.emplace_back(WriteRow{std::move(row)}); }

void record_event(Step& step, std::string_view kind, core::Json detail) {
  write(step, core::EventRecord{.sweep_id = step.state.setting.sweep,
                                .at_utc = step.now.utc,
                                .kind = std::string(kind),
                                .detail_json = core::dump(detail)});
}

void note(Step& step, std::string line) { step.actions.emplace_back(ShowNote{std::move(line)}); }

std::string name_of(const Run& run) {
  return run.key.fold > 0 ? fmt::format("trial {}, repeat {}, fold {}", run.key.trial,
                                        run.key.repeat, run.key.fold)
                          : fmt::format("trial {}, repeat {}", run.key.trial, run.key.repeat);
}

std::vector<std::string> device_names(const State& state, const Group& group) {
  std::vector<std::string> names;
  for (const auto place : group.devices) names.push_back(state.devices.at(place).name);
  return names;
}

RunLabel label_of(const State& state, const Run& run) {
  LRSWEEP_CHECK(run.group.has_value(), "a label of a run without a group");
  return {.run_id = run.record.id,
          .key = run.key,
          .attempt = run.attempts,
          .devices = device_names(state, state.groups.at(*run.group))};
}

void update_trial(Step& step, Trial& trial) {
  const auto now = state_of(step.state, trial);
  if (now == trial.record.state) return;
  trial.record.state = now;
  score(step.state, trial);
  write(step, trial.record);
}

}  // namespace lrsweep::sweep
