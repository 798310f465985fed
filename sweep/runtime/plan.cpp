#include "sweep/runtime/plan.hpp"

#include <algorithm>

#include "core/json.hpp"
#include "core/metrics.hpp"
#include "core/seeds.hpp"
#include "core/sweep_size.hpp"

namespace lrsweep::sweep {
namespace {

using core::RunState;

bool has_ended(RunState state) { return state != RunState::kQueued && state != RunState::kRunning; }

Limits limits_of(const SweepRequest& request) {
  auto limits = request.limits;
  const auto& spec = request.spec;
  if (spec.has("resources.max_parallel")) {
    limits.max_parallel = static_cast<int>(spec.integer("resources.max_parallel"));
  }
  if (spec.has("resources.trial_timeout")) {
    limits.trial_timeout = core::Seconds(spec.number("resources.trial_timeout"));
  }
  return limits;
}

State first_state(const SweepRequest& request, const PlanInput& input, core::SweepId sweep) {
  State state{
      .setting = {.sweep = sweep,
                  .kind = request.kind,
                  .metric = request.spec.has("metric.name") ? request.spec.text("metric.name")
                                                            : std::string(),
                  .metric_at = request.spec.text("metric.at"),
                  .host = input.host,
                  .boot_id = input.boot_id,
                  .out = std::filesystem::absolute(request.out).lexically_normal().string(),
                  .threads_per_rank = input.threads_per_rank,
                  .same_spec = true,
                  .limits = limits_of(request)},
      .devices = {},
      .trials = {},
      .runs = {},
      .queue = {},
      .groups = {}};
  for (const auto& name : request.devices) state.devices.push_back({.name = name});
  return state;
}

// As far as the spec says; what the data are is seen when they are read.
std::string metric_of(const SweepRequest& request) {
  if (request.kind == core::SweepKind::kRangeTest) return "loss";
  const auto& spec = request.spec;
  const bool numbers = spec.text("data.task") == "regression" ||
                       (spec.has("train.loss") && spec.text("train.loss") != "cross_entropy");
  return core::metric_name(spec, !numbers);
}

core::EventRecord event(const Plan& plan, const PlanInput& input, std::string kind,
                        const core::Json& detail) {
  return {.sweep_id = plan.sweep.id,
          .at_utc = input.utc,
          .kind = std::move(kind),
          .detail_json = core::dump(detail)};
}

struct Builder {
  const SweepRequest& request;
  const PlanInput& input;
  Plan& plan;
  core::TrialId next_trial = input.next_ids.trial;
  core::RunId next_run = input.next_ids.run;

  // One trial without parameters: range tests and single trainings.
  void add_single_trial(const core::TrialSnapshot* before) {
    auto record = before != nullptr ? before->trial : new_trial();
    add_trial(plan.state,
              {.record = record,
               .spec_json = request.spec.to_json(),
               .devices = static_cast<int>(request.spec.integer("resources.devices_per_trial"))});
    const int repeats = core::repeats_of(request.kind, request.spec);
    for (int repeat = 0; repeat < repeats; ++repeat) {
      const auto* run = before != nullptr ? find_run(*before, repeat) : nullptr;
      if (run != nullptr) {
        keep_run(*run);
      } else {
        add_new_run(record.id, repeat);
      }
    }
  }

  core::TrialRecord new_trial() {
    const core::TrialRecord record{.id = next_trial,
                                   .sweep_id = plan.sweep.id,
                                   .number = 0,
                                   .params_json = "{}",
                                   .params_key = "{}",
                                   .state = RunState::kQueued,
                                   .score_mean = {},
                                   .score_std = {},
                                   .rank = {}};
    ++next_trial.value;
    plan.rows.emplace_back(record);
    return record;
  }

  static const core::RunSnapshot* find_run(const core::TrialSnapshot& trial, int repeat) {
    const auto found = std::ranges::find_if(
        trial.runs, [&](const auto& run) { return run.run.repeat == repeat && run.run.fold == 0; });
    return found == trial.runs.end() ? nullptr : &*found;
  }

  void add_new_run(core::TrialId trial, int repeat) {
    const core::RunRecord record{.id = next_run,
                                 .trial_id = trial,
                                 .repeat = repeat,
                                 .fold = 0,
                                 .seed = core::run_seed(request.spec.integer("train.seed"), repeat),
                                 .state = RunState::kQueued,
                                 .reason = {}};
    ++next_run.value;
    plan.rows.emplace_back(record);
    add_run(plan.state, record, {.trial = 0, .repeat = repeat, .fold = 0}, 0);
    ++plan.runs;
  }

  void keep_run(const core::RunSnapshot& before) {
    int attempts = 0;
    for (const auto& attempt : before.attempts) {
      attempts = std::max(attempts, attempt.number);
      if (!attempt.cause) lose(attempt);
    }
    auto record = before.run;
    const bool again = record.state == RunState::kFailed && request.retry_failed;
    if (record.state == RunState::kRunning || again) requeue(record);
    add_run(plan.state, record, {.trial = 0, .repeat = record.repeat, .fold = 0}, attempts);
    ++plan.runs;
    if (has_ended(record.state)) ++plan.done;
  }

  void lose(core::AttemptRecord attempt) {
    attempt.cause = core::Cause::kLost;
    attempt.message = "lrsweep ended while it ran";
    plan.rows.emplace_back(attempt);
    plan.rows.emplace_back(event(plan, input, "attempt_ended",
                                 {{"run", attempt.run_id.value},
                                  {"attempt", attempt.number},
                                  {"cause", "lost"},
                                  {"reason", attempt.message}}));
  }

  void requeue(core::RunRecord& run) {
    run.state = RunState::kQueued;
    run.reason.clear();
    plan.rows.emplace_back(run);
  }
};

}  // namespace

Plan plan_sweep(const SweepRequest& request, const PlanInput& input) {
  const auto metric = metric_of(request);
  const core::SweepRecord sweep{.id = input.next_ids.sweep,
                                .name = request.name,
                                .kind = request.kind,
                                .state = core::SweepState::kRunning,
                                .spec_json = request.spec.to_json(),
                                .spec_sha256 = request.spec.sha256(),
                                .metric = metric,
                                .goal = core::goal_of(request.spec, metric),
                                .created_utc = input.utc,
                                .finished_utc = {},
                                .environment_json = request.environment_json};
  Plan plan{.sweep = sweep, .state = first_state(request, input, sweep.id), .rows = {}};
  plan.rows.emplace_back(sweep);
  plan.rows.emplace_back(event(plan, input, "sweep_started", {{"devices", request.devices}}));
  Builder{request, input, plan}.add_single_trial(nullptr);
  return plan;
}

Plan plan_resume(const SweepRequest& request, const core::Snapshot& before,
                 const PlanInput& input) {
  auto sweep = before.sweep;
  sweep.state = core::SweepState::kRunning;
  sweep.finished_utc.reset();
  Plan plan{.sweep = sweep, .state = first_state(request, input, sweep.id), .rows = {}};
  plan.rows.emplace_back(sweep);
  plan.rows.emplace_back(event(plan, input, "sweep_resumed", {{"devices", request.devices}}));
  Builder{request, input, plan}.add_single_trial(before.trials.empty() ? nullptr
                                                                       : &before.trials.front());
  return plan;
}

}  // namespace lrsweep::sweep
