// Placement, warm groups, groups of several ranks, rows.
#include <algorithm>

#include "scheduler_world.hpp"

namespace lrsweep::sweep {
namespace {

using core::Cause;
using core::RunState;

TEST_CASE("scheduler: one run from start to finish writes its rows and ends") {
  World world({.devices = 1, .runs = 1});
  world.feed(Tick{});
  const auto starts = world.now<StartGroup>();
  REQUIRE(starts.size() == 1);
  CHECK(starts[0].request.devices == std::vector<std::string>{"cpu:0"});
  CHECK(starts[0].request.threads_per_rank == 2);
  CHECK(starts[0].request.log_path == "/out/logs/7/trial-0-repeat-0-fold-0-attempt-1.log");

  world.start(1);
  REQUIRE(world.sent<core::Prepare>().size() == 1);
  CHECK(world.sent<core::Prepare>()[0] == core::Prepare{0, 1, 0, "cpu", 2});
  CHECK(world.sent<core::RunCommand>().empty());

  world.message(1, core::Ready{});
  REQUIRE(world.sent<core::RunCommand>().size() == 1);
  const auto command = world.sent<core::RunCommand>()[0];
  CHECK(command.run_id == core::RunId{1});
  CHECK(command.attempt == 1);
  CHECK(command.spec_json == "{}");
  CHECK(command.log_path == "/out/logs/7/trial-0-repeat-0-fold-0-attempt-1.log");

  world.progress(1, 3);
  REQUIRE(world.rows<core::RangePointRecord>().size() == 1);
  CHECK(world.rows<core::RangePointRecord>()[0].loss == 2.5);

  world.time += std::chrono::seconds(2);
  world.result(1);
  const auto attempts = world.rows<core::AttemptRecord>();
  REQUIRE(attempts.size() == 2);
  CHECK_FALSE(attempts[0].cause);
  CHECK(attempts[0].pids_json == R"([{"rank":0,"pid":1010,"started":5,"boot_id":"boot"}])");
  CHECK(attempts[1].cause == Cause::kOk);
  CHECK(attempts[1].seconds == 2.0);
  const auto run = world.rows<core::RunRecord>().back();
  CHECK(run.state == RunState::kComplete);
  CHECK(run.updates_done == 100);
  CHECK(run.metrics_json == R"({"stop":"end"})");
  CHECK(world.rows<core::TrialRecord>().back().state == RunState::kComplete);
  REQUIRE(world.now<ShowEnded>().size() == 1);
  CHECK(world.now<ShowEnded>()[0].state == RunState::kComplete);

  CHECK(world.sent<core::Shutdown>().size() == 1);
  CHECK_FALSE(world.state.finished);
  world.leave(1);
  CHECK(world.state.finished);
  CHECK(world.now<Finish>().size() == 1);
  CHECK(count_runs(world.state).complete == 1);
}

TEST_CASE("scheduler: the result is written before its end is shown") {
  World world({});
  world.feed(Tick{});
  world.ready(1);
  world.result(1);
  const auto written = std::ranges::find_if(world.actions, [](const Action& action) {
    const auto* row = std::get_if<WriteRow>(&action);
    const auto* run = row != nullptr ? std::get_if<core::RunRecord>(&row->row) : nullptr;
    return run != nullptr && run->state == RunState::kComplete;
  });
  const auto shown = std::ranges::find_if(world.actions, [](const Action& action) {
    return std::holds_alternative<ShowEnded>(action);
  });
  CHECK(written < shown);
}

TEST_CASE("scheduler: a warm group gets the next run with the event that ends the last one") {
  World world({.devices = 2, .runs = 4});
  world.feed(Tick{});
  CHECK(world.now<StartGroup>().size() == 2);
  world.ready(1);
  world.ready(2);
  CHECK(world.run_of(1) == core::RunId{1});
  CHECK(world.run_of(2) == core::RunId{2});
  world.result(2);
  REQUIRE(world.sent<core::RunCommand>().size() == 1);
  CHECK(world.sent<core::RunCommand>()[0].run_id == core::RunId{3});
  CHECK(world.now<StartGroup>().empty());
  world.result(1);
  CHECK(world.run_of(1) == core::RunId{4});
  world.result(2);
  CHECK(world.sent<core::Shutdown>().size() == 1);  // nothing is left for it
  CHECK(world.ever<StartGroup>().size() == 2);
}

TEST_CASE("scheduler: max_parallel bounds the runs at once") {
  World world({.devices = 4, .runs = 4, .limits = {.max_parallel = 2}});
  world.feed(Tick{});
  CHECK(world.now<StartGroup>().size() == 2);
  world.ready(1);
  world.result(1);
  CHECK(world.state.groups.size() == 2);
}

TEST_CASE("scheduler: ranks of a group join one store and start together") {
  World world({.devices = 5, .runs = 3, .ranks = 2});
  world.feed(Tick{});
  const auto starts = world.now<StartGroup>();
  REQUIRE(starts.size() == 2);  // the fifth device is no pair
  CHECK(starts[0].request.devices == std::vector<std::string>{"cpu:0", "cpu:1"});
  CHECK(starts[1].request.devices == std::vector<std::string>{"cpu:2", "cpu:3"});
  world.start(1);
  CHECK(world.sent<core::Prepare>().size() == 2);
  CHECK(world.sent<core::Prepare>()[1] == core::Prepare{1, 2, 1, "cpu", 2});
  core::Ready leader;
  leader.port = 4242;
  world.message(1, leader, 0);
  REQUIRE(world.sent<core::StoreAddress>().size() == 1);
  CHECK(world.sent<core::StoreAddress>()[0] == core::StoreAddress{"127.0.0.1", 4242});
  CHECK(world.now<SendMessage>()[0].rank == 1);
  CHECK(world.sent<core::RunCommand>().empty());
  world.message(1, core::Ready{}, 1);
  CHECK(world.sent<core::RunCommand>().size() == 2);
}

TEST_CASE("scheduler: late words of other ranks about the run before are no offence") {
  World world({.devices = 2, .runs = 2, .ranks = 2});
  world.feed(Tick{});
  world.ready(1);
  const auto first = world.run_of(1);
  world.result(1);
  CHECK(world.run_of(1) == core::RunId{2});
  core::RunResult late;
  late.run_id = first;
  world.message(1, late, 1);
  CHECK(world.group(1).phase == Phase::kRunning);
  CHECK(world.run_state(2) == RunState::kRunning);
}

TEST_CASE("scheduler: a message about a run that was never given ends the attempt as protocol") {
  World world({.devices = 1, .runs = 1});
  world.feed(Tick{});
  world.ready(1);
  core::RunResult wrong;
  wrong.run_id = core::RunId{99};
  world.message(1, wrong);
  CHECK(world.now<TerminateGroup>().size() == 1);
  world.die(1, 15);
  CHECK(world.run_state(1) == RunState::kFailed);
  CHECK(world.rows<core::AttemptRecord>().back().cause == Cause::kProtocol);
}

TEST_CASE("scheduler: idle groups of another size make room") {
  World world({.devices = 2, .runs = 2, .one_run_a_trial = true});
  world.state.trials.at(1).devices = 2;
  world.feed(Tick{});
  REQUIRE(world.now<StartGroup>().size() == 1);  // run 2 waits for both devices
  world.ready(1);
  world.result(1);
  CHECK(world.sent<core::Shutdown>().size() == 1);
  world.leave(1);
  REQUIRE(world.now<StartGroup>().size() == 1);
  CHECK(world.now<StartGroup>()[0].request.devices.size() == 2);
}

TEST_CASE("scheduler: a group that cannot be started is tried again, and said so") {
  World world({});
  world.feed(Tick{});
  world.feed(GroupNotStarted{GroupId{1}, "fork: Resource temporarily unavailable"});
  CHECK(world.rows<core::AttemptRecord>().back().message ==
        "cannot start workers: fork: Resource temporarily unavailable");
  CHECK(world.run_state(1) == RunState::kQueued);
  CHECK(world.now<StartGroup>().empty());
  world.advance(1.0);
  CHECK(world.now<StartGroup>().size() == 1);
}

}  // namespace
}  // namespace lrsweep::sweep
