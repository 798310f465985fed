// run_sweep() with the real database and real processes that play the worker by script.
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include <catch2/catch.hpp>

#include "core/json.hpp"
#include "core/seeds.hpp"
#include "fake_progress.hpp"
#include "runtime_support.hpp"
#include "storage/reader.hpp"
#include "storage/sqlite_store.hpp"
#include "sweep/runtime/run_sweep.hpp"

namespace lrsweep::sweep {
namespace {

using core::Cause;
using core::RunState;
using core::SweepState;

core::Spec spec_with(const std::vector<std::pair<std::string, std::string>>& keys) {
  core::SpecBuilder builder;
  for (const auto& [key, value] : keys) builder.set(key, value, "test");
  auto spec = builder.build();
  REQUIRE(spec);
  return *spec;
}

// A sweep in a folder of its own, with the fake worker.
struct Sweep {
  explicit Sweep(const std::string& runs = "",
                 const std::vector<std::pair<std::string, std::string>>& keys = {})
      : worker("LRSWEEP_WORKER", LRSWEEP_FAKE_WORKER), script("LRSWEEP_FAKE_RUNS", runs) {
    request.out = folder.path / "out";
    request.spec = spec_with(keys);
    request.name = "test";
    request.environment_json = "{}";
    request.devices = {"cpu:0", "cpu:1"};
    request.limits.first_back_off = core::Seconds(0.01);
  }

  SweepOutcome run() {
    auto outcome = run_sweep(request, progress);
    if (!outcome) FAIL(outcome.error().message);
    return *outcome;
  }
  SweepOutcome resume(const SweepOutcome& before, const std::string& runs = "") {
    const Variable other("LRSWEEP_FAKE_RUNS", runs);
    request.resume = before.sweep;
    progress = FakeProgress();
    return run();
  }
  core::Snapshot snapshot(const SweepOutcome& outcome) const {
    auto reader = storage::Reader::open(request.out);
    REQUIRE(reader);
    auto found = (*reader)->snapshot(outcome.sweep);
    REQUIRE(found);
    CHECK((*reader)->check().value().empty());
    return *found;
  }

  TemporaryFolder folder;
  Variable worker;
  Variable script;
  SweepRequest request;
  FakeProgress progress;
};

const core::RunSnapshot& run_at(const core::Snapshot& snapshot, int repeat) {
  const auto& runs = snapshot.trials.at(0).runs;
  const auto found =
      std::ranges::find_if(runs, [&](const auto& r) { return r.run.repeat == repeat; });
  REQUIRE(found != runs.end());
  return *found;
}

std::vector<double> losses(const core::RunSnapshot& run) {
  std::vector<double> result;
  for (const auto& point : run.range_points) result.push_back(point.loss);
  return result;
}

std::vector<std::string> kinds(const core::Snapshot& snapshot) {
  std::vector<std::string> result;
  for (const auto& event : snapshot.events) result.push_back(event.kind);
  return result;
}

TEST_CASE("run_sweep: three seeds on two slots end up in the database with a suggestion") {
  Sweep sweep;
  const auto outcome = sweep.run();
  CHECK(outcome.complete == 3);
  CHECK(outcome.failed == 0);
  CHECK(outcome.owed == 0);
  CHECK(outcome.signal == 0);
  CHECK(outcome.first_failure.empty());
  CHECK(sweep.progress.total_runs == 3);
  CHECK(sweep.progress.ended.size() == 3);

  const auto stored = sweep.snapshot(outcome);
  CHECK(stored.sweep.state == SweepState::kComplete);
  CHECK(stored.sweep.finished_utc.has_value());
  CHECK(stored.sweep.spec_sha256 == sweep.request.spec.sha256());
  REQUIRE(stored.trials.size() == 1);
  CHECK(stored.trials[0].trial.state == RunState::kComplete);
  REQUIRE(stored.trials[0].runs.size() == 3);
  for (int repeat = 0; repeat < 3; ++repeat) {
    const auto& run = run_at(stored, repeat);
    CHECK(run.run.state == RunState::kComplete);
    CHECK(run.run.seed == core::run_seed(0, repeat));
    CHECK(run.run.updates_done == 60);
    CHECK(run.run.metrics_json == R"({"stop":"end"})");
    CHECK(run.range_points.size() == 60);
    REQUIRE(run.attempts.size() == 1);
    CHECK(run.attempts[0].cause == Cause::kOk);
    CHECK(std::filesystem::exists(sweep.request.out / run.attempts[0].log_path));
  }
  CHECK(losses(run_at(stored, 0)) != losses(run_at(stored, 1)));

  const auto ours =
      std::ranges::find(stored.suggestions, "lrsweep", &core::SuggestionRecord::method);
  REQUIRE(ours != stored.suggestions.end());
  CHECK(ours->lr.value() > 0.01);
  CHECK(ours->lr.value() < 1.0);
  CHECK(std::ranges::count(stored.suggestions, "fastai.valley", &core::SuggestionRecord::method) ==
        1);
}

TEST_CASE("run_sweep: a worker killed in the middle is replaced, and the result is the same") {
  Sweep calm;
  const auto undisturbed = calm.snapshot(calm.run());
  Sweep sweep("1.1=die:9");
  const auto outcome = sweep.run();
  CHECK(outcome.complete == 3);
  const auto stored = sweep.snapshot(outcome);
  const auto& attempts = run_at(stored, 1).attempts;
  REQUIRE(attempts.size() == 2);
  CHECK(attempts[0].cause == Cause::kSignal);
  CHECK(attempts[0].signal == 9);
  CHECK(attempts[1].cause == Cause::kOk);
  CHECK(run_at(stored, 0).attempts.size() == 1);
  for (int repeat = 0; repeat < 3; ++repeat) {
    CHECK(losses(run_at(stored, repeat)) == losses(run_at(undisturbed, repeat)));
  }
  const auto ended = std::ranges::find_if(stored.events, [](const core::EventRecord& event) {
    return event.detail_json.find("about to die") != std::string::npos;
  });
  CHECK(ended != stored.events.end());
  CHECK(std::ranges::count(kinds(stored), "retry") == 1);
}

TEST_CASE("run_sweep: lines that are no messages fail the run as protocol, and only that one") {
  Sweep sweep("0.1=garbage");
  const auto outcome = sweep.run();
  CHECK(outcome.complete == 2);
  CHECK(outcome.failed == 1);
  CHECK(outcome.first_failure_cause == Cause::kProtocol);
  CHECK(outcome.first_failure.starts_with("trial 0, repeat 0: protocol: rank 0 sent what is no"));
  const auto stored = sweep.snapshot(outcome);
  CHECK(stored.sweep.state == SweepState::kComplete);
  CHECK(run_at(stored, 0).run.state == RunState::kFailed);
}

TEST_CASE("run_sweep: a hang is found by the counter that stands still") {
  Sweep sweep("2.1=hang");
  sweep.request.limits.hang_timeout = core::Seconds(0.5);
  const auto outcome = sweep.run();
  CHECK(outcome.complete == 3);
  CHECK(run_at(sweep.snapshot(outcome), 2).attempts[0].cause == Cause::kHang);
}

TEST_CASE("run_sweep: a worker that ignores SIGTERM is killed") {
  Sweep sweep("2.1=stubborn");
  sweep.request.limits.hang_timeout = core::Seconds(0.3);
  sweep.request.limits.kill_grace = core::Seconds(0.3);
  const auto outcome = sweep.run();
  CHECK(outcome.complete == 3);
  CHECK(run_at(sweep.snapshot(outcome), 2).attempts[0].signal == SIGKILL);
}

TEST_CASE("run_sweep: an exit without a result fails, a result before a crash counts") {
  Sweep sweep("0.1=exit:0;1.1=result_then_crash");
  const auto outcome = sweep.run();
  CHECK(outcome.complete == 2);
  CHECK(outcome.failed == 1);
  const auto stored = sweep.snapshot(outcome);
  CHECK(run_at(stored, 0).attempts[0].cause == Cause::kExitCode);
  CHECK(run_at(stored, 0).attempts[0].exit_code == 0);
  CHECK(run_at(stored, 1).run.state == RunState::kComplete);
}

TEST_CASE("run_sweep: missing data stops at once, resume goes on with what is owed") {
  Sweep sweep("*=fail:data");
  sweep.request.devices = {"cpu:0"};
  const auto outcome = sweep.run();
  CHECK(outcome.complete == 0);
  CHECK(outcome.failed == 1);
  CHECK(outcome.owed == 2);
  CHECK(outcome.first_failure_cause == Cause::kData);
  CHECK(outcome.stopped_why == "data fails every run of this spec");
  CHECK(sweep.snapshot(outcome).sweep.state == SweepState::kFailed);

  const auto kept = sweep.resume(outcome);
  CHECK(kept.complete == 2);
  CHECK(kept.failed == 1);
  sweep.request.retry_failed = true;
  const auto again = sweep.resume(outcome);
  CHECK(again.complete == 3);
  const auto stored = sweep.snapshot(again);
  CHECK(stored.sweep.state == SweepState::kComplete);
  CHECK(run_at(stored, 0).attempts.size() == 2);
  CHECK(run_at(stored, 1).attempts.size() == 1);
}

TEST_CASE("run_sweep: Ctrl-C returns runs to the queue, resume runs them, finished ones stay") {
  Sweep calm;
  const auto undisturbed = calm.snapshot(calm.run());
  Sweep sweep("1.1=wait;2.1=wait");
  // Once the first run is done and the other two are waiting to be cancelled.
  bool sent = false;
  sweep.progress.on_tick = [&] {
    const bool now = sweep.progress.ended.size() == 1 && sweep.progress.started.size() == 3;
    if (now && !std::exchange(sent, true)) ::raise(SIGINT);
  };
  const auto outcome = sweep.run();
  CHECK(outcome.signal == SIGINT);
  CHECK(outcome.complete == 1);
  CHECK(outcome.owed == 2);
  const auto before = sweep.snapshot(outcome);
  CHECK(before.sweep.state == SweepState::kInterrupted);
  CHECK_FALSE(before.sweep.finished_utc.has_value());
  CHECK(run_at(before, 1).run.state == RunState::kQueued);
  CHECK(run_at(before, 1).attempts[0].cause == Cause::kInterrupted);
  CHECK(before.suggestions.empty());

  const auto resumed = sweep.resume(outcome);
  CHECK(sweep.progress.done_before == 1);
  CHECK(resumed.sweep == outcome.sweep);
  CHECK(resumed.complete == 3);
  const auto after = sweep.snapshot(resumed);
  CHECK(after.sweep.state == SweepState::kComplete);
  CHECK(run_at(after, 0).attempts.size() == 1);
  CHECK(run_at(after, 1).attempts.size() == 2);
  for (int repeat = 0; repeat < 3; ++repeat) {
    CHECK(losses(run_at(after, repeat)) == losses(run_at(undisturbed, repeat)));
  }
}

TEST_CASE("run_sweep: a second Ctrl-C kills workers that do not listen") {
  Sweep sweep("*=stubborn");
  int sent = 0;
  sweep.progress.on_tick = [&] {
    if (sweep.progress.started.size() == 2 && sent++ < 2) ::raise(SIGINT);
  };
  const auto begin = std::chrono::steady_clock::now();
  const auto outcome = sweep.run();
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(4));
  CHECK(outcome.signal == SIGINT);
  CHECK(outcome.owed == 3);
}

TEST_CASE("run_sweep: what a dead scheduler left running is lost, and run again") {
  Sweep sweep;
  core::SweepId id;
  {
    auto store = storage::SqliteStore::open(sweep.request.out);
    REQUIRE(store);
    id = (*store)->next_ids().sweep;
    core::SweepRecord record;
    record.id = id;
    record.name = "test";
    record.spec_json = sweep.request.spec.to_json();
    record.spec_sha256 = sweep.request.spec.sha256();
    record.metric = "loss";
    record.created_utc = "2026-12-01T00:00:00.000Z";
    record.environment_json = "{}";
    core::TrialRecord trial;
    trial.id = core::TrialId{1};
    trial.sweep_id = id;
    trial.params_json = trial.params_key = "{}";
    trial.state = RunState::kRunning;
    core::RunRecord run;
    run.id = core::RunId{1};
    run.trial_id = trial.id;
    run.seed = core::run_seed(0, 0);
    run.state = RunState::kRunning;
    core::AttemptRecord attempt;
    attempt.run_id = run.id;
    attempt.started_utc = "2026-12-01T00:00:00.000Z";
    (*store)->append({record, trial, run, attempt});
    REQUIRE((*store)->flush());
  }
  SweepOutcome before;
  before.sweep = id;
  const auto outcome = sweep.resume(before);
  CHECK(outcome.complete == 3);
  const auto stored = sweep.snapshot(outcome);
  const auto& attempts = run_at(stored, 0).attempts;
  REQUIRE(attempts.size() == 2);
  CHECK(attempts[0].cause == Cause::kLost);
  CHECK(attempts[1].number == 2);
  CHECK(run_at(stored, 2).attempts.size() == 1);
}

// Process ids of this process's children, as text.
std::string children() {
  const auto id = std::to_string(::getpid());
  std::ifstream file("/proc/" + id + "/task/" + id + "/children");
  std::string text;
  std::getline(file, text);
  return text;
}

TEST_CASE("run_sweep: kill -9 takes the workers along, and resume goes on") {
  Sweep sweep("1.1=hang;2.1=hang");
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const auto scheduler = ::fork();
  if (scheduler == 0) {
    // Tells its workers once two of them hang and the first run is known to be stored.
    bool told = false;
    sweep.progress.on_tick = [&] {
      const bool now = sweep.progress.ended.size() == 1 && sweep.progress.started.size() == 3;
      if (!now || std::exchange(told, true)) return;
      const auto text = children();
      if (::write(ends[1], text.data(), text.size()) < 0) ::_exit(1);
    };
    static_cast<void>(run_sweep(sweep.request, sweep.progress));
    ::_exit(0);
  }
  pollfd waiting{ends[0], POLLIN, 0};
  REQUIRE(::poll(&waiting, 1, 20000) == 1);
  char text[256] = {};
  REQUIRE(::read(ends[0], text, sizeof text - 1) > 0);
  ::kill(scheduler, SIGKILL);
  ::waitpid(scheduler, nullptr, 0);
  std::istringstream pids(text);
  int workers = 0;
  for (std::int64_t pid = 0; pids >> pid; ++workers) {
    CHECK(ends_within(pid, std::chrono::seconds(10)));
  }
  CHECK(workers == 2);
  ::close(ends[0]);
  ::close(ends[1]);

  SweepOutcome before;
  before.sweep = core::SweepId{1};
  const auto outcome = sweep.resume(before);
  CHECK(sweep.progress.done_before == 1);
  CHECK(outcome.complete == 3);
  const auto stored = sweep.snapshot(outcome);
  CHECK(run_at(stored, 0).attempts.size() == 1);
  CHECK(losses(run_at(stored, 1)).size() == 60);
}

TEST_CASE("run_sweep: a run on two devices is one group of two ranks") {
  Sweep sweep("", {{"resources.devices_per_trial", "2"}});
  const auto outcome = sweep.run();
  CHECK(outcome.complete == 3);
  const auto stored = sweep.snapshot(outcome);
  CHECK(run_at(stored, 0).attempts[0].devices_json == R"(["cpu:0","cpu:1"])");
  const auto pids = core::parse_json(run_at(stored, 0).attempts[0].pids_json, "pids").value();
  CHECK(pids.size() == 2);
}

TEST_CASE("run_sweep: one rank of two dead ends the attempt, and it is tried again") {
  Sweep sweep("0.1=wait;0.1.1=die:9", {{"resources.devices_per_trial", "2"}});
  const auto outcome = sweep.run();
  CHECK(outcome.complete == 3);
  const auto stored = sweep.snapshot(outcome);
  const auto& attempts = run_at(stored, 0).attempts;
  REQUIRE(attempts.size() == 2);
  CHECK(attempts[0].message.starts_with("rank 1 died by signal 9"));
}

TEST_CASE("run_sweep: when the disk is full the sweep stops with that error and leaves no worker") {
  Sweep sweep("*=wait");
  const auto scheduler = ::fork();
  if (scheduler == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    sweep.progress.on_started = [](const RunLabel&) {
      const rlimit nothing{1, 1};  // as if the disk were full: every write to a file fails
      ::setrlimit(RLIMIT_FSIZE, &nothing);
    };
    const auto outcome = run_sweep(sweep.request, sweep.progress);
    const bool storage = !outcome && outcome.error().kind == core::ErrorKind::kStorage;
    ::_exit(storage && children().empty() && sweep.progress.ended.empty() ? 0 : 1);
  }
  REQUIRE(ends_within(scheduler, std::chrono::seconds(20)));
  int status = -1;
  ::waitpid(scheduler, &status, 0);
  CHECK(status == 0);
}

TEST_CASE("run_sweep: what cannot start is an error before anything is stored") {
  Sweep sweep;
  {
    const Variable nowhere("LRSWEEP_WORKER", "/nowhere/worker");
    const auto outcome = run_sweep(sweep.request, sweep.progress);
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().kind == core::ErrorKind::kInternal);
  }
  sweep.request.spec = spec_with({{"resources.devices_per_trial", "3"}});
  const auto outcome = run_sweep(sweep.request, sweep.progress);
  REQUIRE_FALSE(outcome);
  CHECK(outcome.error().kind == core::ErrorKind::kNoDevice);
  CHECK_FALSE(std::filesystem::exists(sweep.request.out));
}

}  // namespace
}  // namespace lrsweep::sweep
