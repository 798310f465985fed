// Retries, watchdogs, the kill ladder, quarantine, the circuit breaker, interruption.
#include <algorithm>

#include "scheduler_world.hpp"
#include "sweep/scheduler/retry_policy.hpp"

namespace lrsweep::sweep {
namespace {

using core::Cause;
using core::RunState;

World running(World::Options options) {
  World world(options);
  world.feed(Tick{});
  const auto groups = static_cast<int>(world.now<StartGroup>().size());
  for (int id = 1; id <= groups; ++id) world.ready(id);
  return world;
}

TEST_CASE("scheduler: only causes that may pass are retried") {
  const auto retried = {Cause::kSignal, Cause::kLost, Cause::kPreempted, Cause::kHang,
                        Cause::kNccl};
  const auto final = {Cause::kOomDevice, Cause::kOomHost,  Cause::kData,    Cause::kConfig,
                      Cause::kTimeout,   Cause::kExitCode, Cause::kProtocol};
  const Run run{};
  for (const auto cause : retried) {
    CHECK(decide_retry(run, {cause, {}, 3}, {}).retry_after == core::Seconds(1));
  }
  for (const auto cause : final) CHECK_FALSE(decide_retry(run, {cause, {}, 3}, {}).retry_after);
}

TEST_CASE("scheduler: a worker that dies is replaced after a back-off, twice, then it is final") {
  auto world = running({.devices = 1, .runs = 1, .limits = {.quarantine_points = 99}});
  world.progress(1, 10);
  world.die(1);
  CHECK(world.run_state(1) == RunState::kQueued);
  CHECK(world.now<StartGroup>().empty());
  world.advance(0.9);
  CHECK(world.now<StartGroup>().empty());
  world.advance(0.2);
  REQUIRE(world.now<StartGroup>().size() == 1);
  CHECK(world.now<StartGroup>()[0].request.log_path.ends_with("attempt-2.log"));
  world.ready(2);
  world.progress(2, 20);
  world.die(2);
  world.advance(3.9);
  CHECK(world.now<StartGroup>().empty());
  world.advance(0.2);
  CHECK(world.now<StartGroup>().size() == 1);
  world.ready(3);
  world.progress(3, 30);
  world.die(3);
  CHECK(world.run_state(1) == RunState::kFailed);
  CHECK(world.state.finished);
  CHECK(count_runs(world.state).failed == 1);
  CHECK(world.state.first_failure ==
        "trial 0, repeat 0: signal: rank 0 died by signal 9 (SIGKILL); log: "
        "logs/7/trial-0-repeat-0-fold-0-attempt-3.log");
  const auto attempts = world.rows<core::AttemptRecord>();
  CHECK(std::ranges::count_if(attempts, [](const auto& a) { return a.signal == 9; }) == 3);
}

TEST_CASE("scheduler: the same failure twice at the same update is final") {
  auto world = running({.devices = 1, .runs = 1});
  world.progress(1, 10);
  world.die(1, 11);
  world.advance(1.1);
  world.ready(2);
  world.progress(2, 10);
  world.die(2, 11);
  CHECK(world.run_state(1) == RunState::kFailed);
  CHECK(world.rows<core::AttemptRecord>().back().number == 2);
}

TEST_CASE("scheduler: a run without progress is ended by TERM, then KILL, and tried again") {
  auto world = running({.devices = 1, .runs = 1, .limits = {.stopped_gap = core::Seconds(1e6)}});
  world.progress(1, 10);
  world.advance(299);
  CHECK(world.now<TerminateGroup>().empty());
  world.message(1, core::Heartbeat{10});  // alive, but the counter stands still
  world.advance(1);
  CHECK(world.now<TerminateGroup>().size() == 1);
  world.advance(9.9);
  CHECK(world.now<KillGroup>().empty());
  world.advance(0.1);
  CHECK(world.now<KillGroup>().size() == 1);
  world.die(1);
  const auto attempt = world.rows<core::AttemptRecord>().back();
  CHECK(attempt.cause == Cause::kHang);
  CHECK(attempt.signal == 9);
  CHECK(attempt.message == "no update in 5 min, after update 10");
  CHECK(world.run_state(1) == RunState::kQueued);
}

TEST_CASE("scheduler: a heartbeat whose counter moves keeps a run alive") {
  auto world = running({.devices = 1, .runs = 1, .limits = {.stopped_gap = core::Seconds(1e6)}});
  for (int update = 1; update < 10; ++update) {
    world.message(1, core::Heartbeat{update});
    world.advance(200);
    CHECK(world.now<TerminateGroup>().empty());
  }
}

TEST_CASE("scheduler: time that this program was stopped for counts for no deadline") {
  auto world = running({.devices = 1, .runs = 1});
  world.progress(1, 1);
  for (int i = 0; i < 10; ++i) {
    world.advance(250);  // Ctrl-Z, then fg
    CHECK(world.now<TerminateGroup>().empty());
  }
  for (int i = 0; i < 299; ++i) world.advance(1);
  CHECK(world.ever<TerminateGroup>().empty());
  world.advance(1);
  CHECK(world.now<TerminateGroup>().size() == 1);
}

TEST_CASE("scheduler: a process that SIGKILL does not end costs its device, not the sweep") {
  auto world = running({.devices = 2, .runs = 3, .limits = {.stopped_gap = core::Seconds(1e6)}});
  world.advance(300);
  world.advance(10);
  world.leave(2);  // the other one obeys
  CHECK(world.now<KillGroup>().empty());
  world.advance(10);
  CHECK_FALSE(world.has_group(1));
  CHECK(world.state.devices[0].set_aside);
  CHECK_FALSE(world.state.finished);
  world.die(1);  // later news of it are ignored
}

TEST_CASE("scheduler: workers that never get ready hang, slow ones are noted") {
  World world({.limits = {.stopped_gap = core::Seconds(1e6)}});
  world.feed(Tick{});
  world.start(1);
  world.advance(15);
  CHECK(world.now<ShowNote>().size() == 1);
  world.advance(164);
  CHECK(world.now<TerminateGroup>().empty());
  world.advance(1);
  CHECK(world.now<TerminateGroup>().size() == 1);
  world.die(1, 15);
  CHECK(world.rows<core::AttemptRecord>().back().cause == Cause::kHang);
}

TEST_CASE("scheduler: trial_timeout ends a run for good") {
  auto world =
      running({.devices = 1,
               .runs = 1,
               .limits = {.trial_timeout = core::Seconds(60), .stopped_gap = core::Seconds(1e6)}});
  world.progress(1, 5);
  world.advance(60);
  world.die(1, 15);
  CHECK(world.run_state(1) == RunState::kFailed);
  CHECK(world.rows<core::AttemptRecord>().back().cause == Cause::kTimeout);
}

TEST_CASE("scheduler: one rank dead ends the attempt on all ranks") {
  auto world = running({.devices = 2, .runs = 1, .ranks = 2});
  world.die(1, 9, 1);
  CHECK(world.now<TerminateGroup>().size() == 1);
  CHECK(world.run_state(1) == RunState::kRunning);  // until the other one is gone
  world.die(1, 15, 0);
  CHECK(world.run_state(1) == RunState::kQueued);
  const auto attempt = world.rows<core::AttemptRecord>().back();
  CHECK(attempt.cause == Cause::kSignal);
  CHECK(attempt.message == "rank 1 died by signal 9 (SIGKILL)");
  CHECK(attempt.signal == 9);  // not the other rank's SIGTERM
}

TEST_CASE("scheduler: an exit without a result fails, whatever its code") {
  auto world = running({.devices = 1, .runs = 1});
  world.leave(1);
  CHECK(world.run_state(1) == RunState::kFailed);
  CHECK(world.rows<core::RunRecord>().back().reason ==
        "exit_code: rank 0 ended with exit code 0 and no result");
}

TEST_CASE("scheduler: a worker that the kernel killed for memory is not tried again") {
  auto world = running({.devices = 1, .runs = 1});
  world.exit(1, {.exit_code = {}, .signal = 9, .out_of_memory = true});
  CHECK(world.run_state(1) == RunState::kFailed);
  CHECK(world.rows<core::AttemptRecord>().back().cause == Cause::kOomHost);
}

TEST_CASE("scheduler: a result counts although the worker dies right after it") {
  auto world = running({.devices = 1, .runs = 1});
  world.result(1);
  world.die(1, 6);
  CHECK(world.run_state(1) == RunState::kComplete);
  CHECK(world.rows<core::AttemptRecord>().back().cause == Cause::kOk);
  CHECK(world.state.finished);
}

TEST_CASE("scheduler: a warm worker that ends before it begins costs the next run nothing") {
  auto world = running({.devices = 1, .runs = 2});
  world.result(1);
  CHECK(world.run_state(2) == RunState::kRunning);
  world.exit(1, {.exit_code = 1, .signal = {}});
  CHECK(world.rows<core::AttemptRecord>().back().cause == Cause::kLost);
  CHECK(world.run_state(2) == RunState::kQueued);
}

TEST_CASE("scheduler: an idle group's death costs nothing") {
  auto world = running({.devices = 2, .runs = 2});
  world.result(1);
  CHECK(world.run_state(1) == RunState::kComplete);
  world.die(1);
  CHECK_FALSE(world.has_group(1));
  CHECK(world.run_state(2) == RunState::kRunning);
}

TEST_CASE("scheduler: a bad spec or missing data stops a sweep of one spec at once") {
  for (const auto cause : {Cause::kData, Cause::kConfig}) {
    auto world = running({.devices = 1, .runs = 3});
    world.fail(1, cause, "no such folder");
    REQUIRE(world.state.stop);
    CHECK(world.state.stop->cause == cause);
    world.leave(1);
    CHECK(world.state.finished);
    CHECK(count_runs(world.state).failed == 1);
    CHECK(count_runs(world.state).owed == 2);
    CHECK(world.state.first_failure_cause == cause);
  }
}

TEST_CASE("scheduler: the first five points that fail the same way stop the sweep") {
  auto world = running({.devices = 1, .runs = 9, .same_spec = false, .one_run_a_trial = true});
  for (int i = 0; i < 4; ++i) world.fail(1, Cause::kData, "no such folder");
  CHECK_FALSE(world.state.stop);
  world.fail(1, Cause::kData, "no such folder");
  REQUIRE(world.state.stop);
  CHECK(world.state.stop->cause == Cause::kData);
  CHECK(count_runs(world.state).failed == 5);
}

TEST_CASE("scheduler: one success, or divergence, keeps the breaker from firing") {
  auto world = running({.devices = 1, .runs = 9, .same_spec = false, .one_run_a_trial = true});
  world.result(1);
  for (int i = 0; i < 8; ++i) world.fail(1, Cause::kData);
  CHECK_FALSE(world.state.stop);
  CHECK(count_runs(world.state).failed == 8);

  auto diverging = running({.devices = 1, .runs = 9, .same_spec = false, .one_run_a_trial = true});
  for (int i = 0; i < 9; ++i) diverging.fail(1, Cause::kDiverged);
  CHECK_FALSE(diverging.state.stop);
  CHECK(count_runs(diverging.state).complete == 9);
  CHECK(diverging.run_state(3) == RunState::kDiverged);
}

TEST_CASE("scheduler: a device that fails three different runs in a row is set aside") {
  auto world = running({.devices = 2, .runs = 12});
  // Device 0 kills whatever runs on it; device 1 works.
  int next = 3;
  for (int i = 0; i < 3; ++i) {
    const int bad = i == 0 ? 1 : next++;
    if (i > 0) world.ready(bad);
    CHECK(world.group(bad).devices.front() == 0);
    world.die(bad);
  }
  CHECK(world.state.devices[0].set_aside);
  CHECK(std::ranges::count(world.event_kinds(), "device_set_aside") == 1);
  while (!world.state.finished) {
    if (world.group(2).run) {
      world.result(2);
    } else if (world.group(2).phase == Phase::kRetiring) {
      world.leave(2);
    }
    if (!world.state.finished) world.advance(1);
  }
  CHECK(count_runs(world.state).complete == 12);
}

TEST_CASE("scheduler: with no device left the sweep stops and says why") {
  auto world = running({.devices = 1, .runs = 5, .limits = {.retries = 0}});
  for (int id = 1; id <= 3; ++id) {
    if (id > 1) world.ready(id);
    world.die(id);
  }
  CHECK(world.state.finished);
  REQUIRE(world.state.stop);
  CHECK(world.state.stop->no_device);
  CHECK(count_runs(world.state).owed == 2);
}

TEST_CASE("scheduler: a signal cancels runs, which return to the queue") {
  auto world = running({.devices = 2, .runs = 3});
  world.feed(StopRequested{.signal = 2});
  CHECK(world.sent<core::Cancel>().size() == 2);
  world.fail(1, Cause::kInterrupted, "cancelled");
  CHECK(world.run_state(1) == RunState::kQueued);
  CHECK(world.rows<core::AttemptRecord>().back().cause == Cause::kInterrupted);
  CHECK(world.sent<core::Shutdown>().size() == 1);
  world.leave(1);
  world.result(2);  // was done before it heard of it: a result is a result
  CHECK(world.run_state(2) == RunState::kComplete);
  world.leave(2);
  CHECK(world.state.finished);
  CHECK(count_runs(world.state).owed == 2);
  CHECK(world.state.stop->signal == 2);
}

TEST_CASE("scheduler: workers that do not stop when asked to are ended") {
  auto world = running({.devices = 1, .runs = 1, .limits = {.stopped_gap = core::Seconds(1e6)}});
  world.feed(StopRequested{.signal = 15});
  world.advance(5);
  CHECK(world.now<TerminateGroup>().size() == 1);
  world.advance(10);
  CHECK(world.now<KillGroup>().size() == 1);
  world.die(1);
  CHECK(world.rows<core::AttemptRecord>().back().cause == Cause::kInterrupted);
  CHECK(world.run_state(1) == RunState::kQueued);
  CHECK(world.state.finished);
}

TEST_CASE("scheduler: a second signal kills at once") {
  auto world = running({.devices = 2, .runs = 2});
  world.feed(StopRequested{.signal = 2});
  world.feed(StopRequested{.signal = 2, .force = true});
  CHECK(world.now<KillGroup>().size() == 2);
  world.die(1);
  world.die(2);
  CHECK(world.state.finished);
  CHECK(count_runs(world.state).owed == 2);
}

TEST_CASE("scheduler: an interruption that nobody asked for is preemption, with bounded retries") {
  auto world = running({.devices = 1, .runs = 1});
  for (int id = 1; id <= 3; ++id) {
    if (id > 1) world.ready(id);
    world.progress(id, id);
    world.fail(id, Cause::kInterrupted);
    CHECK(world.rows<core::AttemptRecord>().back().cause == Cause::kPreempted);
    world.die(id, 15);
    world.advance(4.5);
  }
  CHECK(world.run_state(1) == RunState::kFailed);
  CHECK(world.state.finished);
}

TEST_CASE("scheduler: when nothing can be stored any more, runs are cancelled") {
  auto world = running({.devices = 1, .runs = 2});
  world.feed(StorageFailed{"sweeps.db: disk full"});
  CHECK(world.sent<core::Cancel>().size() == 1);
  REQUIRE(world.state.stop);
  CHECK(world.state.stop->storage_error == "sweeps.db: disk full");
}

TEST_CASE("scheduler: failures carry the log's last lines into the event") {
  auto world = running({.devices = 1, .runs = 1});
  world.feed(RankExited{GroupId{1}, 0, {.exit_code = 1, .signal = {}}, {"terminate called"}});
  const auto events = world.rows<core::EventRecord>();
  const auto ended = std::ranges::find(events, "attempt_ended", &core::EventRecord::kind);
  REQUIRE(ended != events.end());
  CHECK(ended->detail_json.find(R"("log":["terminate called"])") != std::string::npos);
}

}  // namespace
}  // namespace lrsweep::sweep
