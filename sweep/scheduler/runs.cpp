#include <fmt/format.h>

#include "core/check.hpp"
#include "sweep/scheduler/retry_policy.hpp"
#include "sweep/scheduler/step.hpp"

namespace lrsweep::sweep {
namespace {

using core::Cause;
using core::RunState;

core::Json pids_of(const State& state, const Group& group) {
  auto pids = core::Json::array();
  for (const auto& rank : group.ranks) {
    if (rank.process.pid == 0) continue;
    pids.push_back({{"rank", rank.process.rank},
                    {"pid", rank.process.pid},
                    {"started", rank.process.start_ticks},
                    {"boot_id", state.setting.boot_id}});
  }
  return pids;
}

std::string log_path_of(const State& state, const Run& run) {
  return fmt::format("logs/{}/trial-{}-repeat-{}-fold-{}-attempt-{}.log", state.setting.sweep.value,
                     run.key.trial, run.key.repeat, run.key.fold, run.attempts);
}

// Relative to OUT, as log paths are.
std::string checkpoint_path_of(const State& state, const Run& run) {
  return fmt::format("checkpoints/{}/trial-{}-repeat-{}-fold-{}", state.setting.sweep.value,
                     run.key.trial, run.key.repeat, run.key.fold);
}

std::optional<RunState> final_state_of(Cause cause) {
  switch (cause) {
    case Cause::kOk:
      return RunState::kComplete;
    case Cause::kPruned:
      return RunState::kPruned;
    case Cause::kDiverged:
      return RunState::kDiverged;
    case Cause::kInterrupted:
      return RunState::kQueued;
    default:
      return std::nullopt;
  }
}

// "trial 0, repeat 1: signal: rank 0 died by signal 9 (…); log: logs/…"
std::string failure_line(const State& state, const Run& run, const Outcome& outcome) {
  return fmt::format("{}: {}: {}; log: {}", name_of(run), core::to_text(outcome.cause),
                     outcome.message, log_path_of(state, run));
}

void close_attempt(Step& step, Run& run, const Outcome& outcome) {
  auto& record = run.attempt->record;
  record.cause = outcome.cause;
  record.message = outcome.message;
  record.exit_code = outcome.exit.exit_code;
  record.signal = outcome.exit.signal;
  record.seconds = core::Seconds(step.now.at - run.attempt->started).count();
  write(step, record);
  core::Json detail{{"run", run.record.id.value},
                    {"attempt", run.attempts},
                    {"cause", core::to_text(outcome.cause)},
                    {"reason", outcome.message},
                    {"update", run.record.updates_done}};
  if (!outcome.log_tail.empty()) detail["log"] = outcome.log_tail;
  record_event(step, "attempt_ended", std::move(detail));
}

void requeue(Step& step, Run& run) {
  run.record.state = RunState::kQueued;
  step.state.queue.insert(run.record.id);
}

void take_result(Run& run, const core::RunResult& result) {
  run.record.updates_done = result.updates_done;
  run.record.train_seconds = result.train_seconds;
  run.record.metrics_json = result.metrics_json;
}

void fail_run(Step& step, Run& run, const Outcome& outcome) {
  const Failure failure{outcome.cause, outcome.exit.signal, run.record.updates_done};
  const auto decision = decide_retry(run, failure, step.state.setting.limits);
  const auto line = failure_line(step.state, run, outcome);
  run.last_failure = failure;
  run.record.reason = fmt::format("{}: {}", core::to_text(outcome.cause), outcome.message);
  if (decision.retry_after) {
    ++run.retries;
    run.not_before = later(step.now.at, *decision.retry_after);
    requeue(step, run);
  } else {
    run.record.state = RunState::kFailed;
  }
  record_event(step, decision.retry_after ? "retry" : "run_failed",
               {{"run", run.record.id.value}, {"reason", decision.why}});
  if (decision.retry_after) note(step, fmt::format("{} ({})", line, decision.why));
  if (!decision.retry_after) count_failure(step, run, outcome.cause, line);
}

// What the attempt's end means for its run.
void settle_run(Step& step, Run& run, const Outcome& outcome) {
  const auto final_state = final_state_of(outcome.cause);
  if (!final_state) return fail_run(step, run, outcome);
  run.record.state = *final_state;
  run.record.reason = outcome.message;
  if (*final_state == RunState::kQueued) {
    run.record.updates_done = 0;
    requeue(step, run);
    return;
  }
  step.state.any_success = true;
  step.state.failed_points.clear();
}

}  // namespace

void begin_attempt(Step& step, Group& group, Run& run) {
  auto& state = step.state;
  ++run.attempts;
  run.record.updates_done = 0;
  run.attempt = Attempt{.record = {.run_id = run.record.id,
                                   .number = run.attempts,
                                   .devices_json = core::dump(device_names(state, group)),
                                   .host = state.setting.host,
                                   .pids_json = core::dump(pids_of(state, group)),
                                   .started_utc = step.now.utc,
                                   .log_path = log_path_of(state, run)},
                        .started = step.now.at};
  update_trial(step, state.trials.at(run.key.trial));
  write(step, run.record);
  write(step, run.attempt->record);
  record_event(step, "run_started",
               {{"run", run.record.id.value},
                {"attempt", run.attempts},
                {"group", group.id.value},
                {"devices", device_names(state, group)},
                {"reason", run.attempts == 1 ? "next in order" : "tried again"}});
  step.actions.emplace_back(ShowStarted{label_of(state, run)});
}

void send_run(Step& step, Group& group, Run& run) {
  const auto& state = step.state;
  group.phase = Phase::kRunning;
  group.since = group.progress_at = step.now.at;
  group.update = 0;
  group.cancelled_at.reset();
  send_to_all(step, group,
              core::RunCommand{
                  .run_id = run.record.id,
                  .attempt = run.attempts,
                  .kind = state.setting.kind,
                  .seed = run.record.seed,
                  .repeat = run.key.repeat,
                  .fold = run.key.fold,
                  .spec_json = state.trials.at(run.key.trial).spec_json,
                  .log_path = state.setting.out + "/" + run.attempt->record.log_path,
                  .checkpoint_path = state.setting.out + "/" + checkpoint_path_of(state, run)});
}

void end_attempt(Step& step, Group& group, const Outcome& outcome) {
  auto& run = step.state.runs.at(group.run.value());
  LRSWEEP_CHECK(run.attempt.has_value(), "an attempt that never began ends");
  const auto label = label_of(step.state, run);
  if (outcome.result != nullptr) take_result(run, *outcome.result);
  close_attempt(step, run, outcome);
  group.last_run = run.record.id;
  group.run.reset();
  run.group.reset();
  run.attempt.reset();
  count_device_outcome(step, group, run, outcome.cause);
  settle_run(step, run, outcome);
  write(step, run.record);
  update_trial(step, step.state.trials.at(run.key.trial));
  step.actions.emplace_back(ShowEnded{label, run.record.state, run.record.reason});
}

}  // namespace lrsweep::sweep
