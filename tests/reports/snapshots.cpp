#include "tests/reports/snapshots.hpp"

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "core/json.hpp"

namespace lrsweep::testing {
namespace {

const core::Json& measured_curves() {
  static const core::Json kCurves = [] {
    std::ifstream file(LRSWEEP_SOURCE_DIR "/tests/reports/data/curves.json");
    std::stringstream text;
    text << file.rdbuf();
    return core::parse_json(text.str(), "curves.json").value().at("curves");
  }();
  return kCurves;
}

core::RunSnapshot measured_run(const core::Json& curve) {
  core::RunSnapshot run;
  const int repeat = curve["seed"].get<int>();
  run.run.id = {11 + repeat};
  run.run.trial_id = {5};
  run.run.repeat = repeat;
  run.run.seed = 7'000'000'000 + repeat;
  run.run.state = core::RunState::kComplete;
  run.run.metrics_json = R"({"stop":"diverged"})";
  for (std::size_t i = 0; i < curve["lr"].size(); ++i) {
    const double loss = curve["loss"][i].get<double>();
    run.range_points.push_back({.run_id = run.run.id,
                                .rung = static_cast<std::int64_t>(i),
                                .lr = curve["lr"][i].get<double>(),
                                .loss = loss,
                                .grad_norm = 0.3 + 0.5 * std::abs(loss - 2.2) + 0.02 * repeat,
                                .clipped_share = 0});
  }
  run.run.updates_done = static_cast<std::int64_t>(run.range_points.size());
  run.run.train_seconds = 4.25 + repeat;
  run.attempts.push_back({.run_id = run.run.id,
                          .number = 1,
                          .cause = core::Cause::kOk,
                          .message = "",
                          .exit_code = 0,
                          .signal = {},
                          .devices_json = R"(["cpu:0"])",
                          .host = "node1",
                          .pids_json = "[]",
                          .started_utc = "2026-12-01T09:30:00.500Z",
                          .seconds = 5.5,
                          .log_path = "logs/run-0.log"});
  return run;
}

core::SweepRecord sweep_record() {
  core::SweepRecord sweep;
  sweep.id = {7};
  sweep.name = "fmnist-cnn";
  sweep.state = core::SweepState::kComplete;
  sweep.spec_json =
      R"({"name":"fmnist-cnn","data":{"source":"fashion-mnist","dir":null},"model":{"name":"cnn"},)"
      R"("optimizer":{"name":"sgd","momentum":0.9,"weight_decay":0.0005},)"
      R"("train":{"batch_size":128,"seed":0},"range_test":{"updates":200,"seeds":3,"shape":"exp"}})";
  sweep.spec_sha256 = std::string(64, 'a');
  sweep.metric = "loss";
  sweep.created_utc = "2026-12-01T09:30:00.123Z";
  sweep.finished_utc = "2026-12-01T09:30:18.623Z";
  sweep.environment_json =
      R"({"host":"node1","devices":["cpu:0","cpu:1"],"cpu":"8 cores","versions":{"lrsweep":"0.1.0",)"
      R"("torch":"2.15.0"},"argv":["lrsweep","range-test","--data","fashion-mnist","--model","cnn",)"
      R"("--name","it's mine"]})";
  return sweep;
}

}  // namespace

core::Snapshot measured_sweep() {
  core::Snapshot snapshot;
  snapshot.sweep = sweep_record();
  snapshot.generated_utc = "2026-12-01T09:30:19.000Z";
  core::TrialSnapshot trial;
  trial.trial = {.id = {5},
                 .sweep_id = {7},
                 .number = 0,
                 .params_json = "{}",
                 .params_key = "",
                 .state = core::RunState::kComplete,
                 .score_mean = {},
                 .score_std = {},
                 .rank = {}};
  for (const core::Json& curve : measured_curves()) trial.runs.push_back(measured_run(curve));
  snapshot.trials.push_back(trial);
  snapshot.events.push_back({.sweep_id = {7},
                             .at_utc = "2026-12-01T09:30:00.200Z",
                             .kind = "run_started",
                             .detail_json = R"({"run":11})"});
  return snapshot;
}

core::Snapshot small_sweep() {
  core::Snapshot snapshot = measured_sweep();
  for (core::RunSnapshot& run : snapshot.trials[0].runs) {
    std::vector<core::RangePointRecord> kept;
    for (std::size_t i = run.range_points.size() - 1; i < run.range_points.size(); i -= 8) {
      kept.insert(kept.begin(), run.range_points[i]);
    }
    for (std::size_t i = 0; i < kept.size(); ++i) kept[i].rung = static_cast<std::int64_t>(i);
    run.range_points = kept;
  }
  return snapshot;
}

core::Snapshot interrupted_sweep() {
  core::Snapshot snapshot = measured_sweep();
  snapshot.sweep.state = core::SweepState::kInterrupted;
  snapshot.sweep.finished_utc.reset();
  auto& runs = snapshot.trials[0].runs;
  runs[1].run.state = core::RunState::kFailed;
  runs[1].run.reason = "signal: rank 0 was ended by SIGKILL";
  runs[1].run.metrics_json = "{}";
  runs[1].range_points.resize(90);
  runs[1].attempts[0].cause = core::Cause::kSignal;
  runs[1].attempts[0].exit_code.reset();
  runs[1].attempts[0].signal = 9;
  runs[1].attempts[0].message = "rank 0 was ended by SIGKILL";
  runs[1].attempts.push_back(runs[1].attempts[0]);
  runs[1].attempts[1].number = 2;
  runs[2].run.state = core::RunState::kQueued;
  runs[2].run.metrics_json = "{}";
  runs[2].range_points.resize(5);
  return snapshot;
}

core::Snapshot fresh_sweep() {
  core::Snapshot snapshot = measured_sweep();
  snapshot.sweep.state = core::SweepState::kRunning;
  snapshot.sweep.finished_utc.reset();
  snapshot.trials.clear();
  snapshot.events.clear();
  return snapshot;
}

core::Snapshot flat_sweep() {
  core::Snapshot snapshot = measured_sweep();
  for (core::RunSnapshot& run : snapshot.trials[0].runs) {
    run.run.metrics_json = R"({"stop":"end"})";
    for (core::RangePointRecord& point : run.range_points) {
      point.loss = 2.3 + 0.05 * std::sin(static_cast<double>(point.rung * point.rung));
      point.grad_norm = std::numeric_limits<double>::quiet_NaN();
    }
  }
  return snapshot;
}

core::Snapshot exploding_sweep() {
  core::Snapshot snapshot = measured_sweep();
  auto& runs = snapshot.trials[0].runs;
  runs[0].range_points.back().loss = 1e30;
  runs[1].range_points.back().loss = std::numeric_limits<double>::infinity();
  runs[2].range_points.back().loss = std::numeric_limits<double>::quiet_NaN();
  runs[1].run.metrics_json = runs[2].run.metrics_json = R"({"stop":"not_finite"})";
  return snapshot;
}

core::Snapshot unstopped_sweep() {
  core::Snapshot snapshot = measured_sweep();
  for (core::RunSnapshot& run : snapshot.trials[0].runs) {
    run.run.metrics_json = R"({"stop":"end"})";
    for (int i = 0; i < 40; ++i) {
      core::RangePointRecord next = run.range_points.back();
      ++next.rung;
      next.lr *= 1.08;
      next.loss = 1e6 * (i + 1);
      run.range_points.push_back(next);
    }
  }
  return snapshot;
}

std::string hostile_text() {
  using namespace std::string_literals;
  return "<b>&amp;\"'</script><script>window.pwned=1</script><!--<script>]]>"
         "<img src=x onerror=window.pwned=2>\x1b[31mred\x1b]0;t\x07"
         "\xE2\x80\xA8\xE2\x80\xA9\xE2\x80\xAEgnp\xE2\x80\xAC\xC2\x9B\0nul\r\n\xFF\xC3("
         "{{data}}{{script}}`${window.pwned=3}`"s;
}

core::Snapshot hostile_sweep() {
  core::Snapshot snapshot = measured_sweep();
  const std::string text = hostile_text();
  const std::string json = core::dump(core::Json({{text, text}, {"argv", {text}}, {"stop", text}}));
  snapshot.generated_utc = text;
  snapshot.sweep.name = text;
  snapshot.sweep.spec_json = core::dump(core::Json(
      {{"name", text}, {"model", {{"name", text}}}, {"data", {{"source", text}}}, {text, text}}));
  snapshot.sweep.spec_sha256 = text;
  snapshot.sweep.metric = text;
  snapshot.sweep.created_utc = text;
  snapshot.sweep.finished_utc = text;
  snapshot.sweep.environment_json = json;
  snapshot.trials[0].trial.params_json = json;
  for (core::RunSnapshot& run : snapshot.trials[0].runs) {
    run.run.reason = text;
    run.run.metrics_json = json;
    for (core::AttemptRecord& attempt : run.attempts) {
      attempt.message = attempt.host = attempt.log_path = attempt.started_utc = text;
      attempt.devices_json = core::dump(core::Json::array({text}));
    }
  }
  for (core::EventRecord& event : snapshot.events) {
    event.at_utc = event.kind = text;
    event.detail_json = json;
  }
  return snapshot;
}

}  // namespace lrsweep::testing
