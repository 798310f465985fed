// Whatever comes in, in whatever order: the invariants hold, a run has one result, and the sweep
// ends once its processes do.
#include <map>
#include <random>

#include "scheduler_world.hpp"

namespace lrsweep::sweep {
namespace {

using core::Cause;

class Chaos {
 public:
  explicit Chaos(std::uint32_t seed)
      : random_(seed),
        world_(
            {.devices = pick(1, 5),
             .runs = pick(1, 8),
             .ranks = pick(1, 2),
             .same_spec = pick(0, 1) == 1,
             .one_run_a_trial = pick(0, 1) == 1,
             .limits = {.max_parallel = pick(0, 2) == 0 ? std::optional(pick(1, 3)) : std::nullopt,
                        .trial_timeout =
                            pick(0, 3) == 0 ? std::optional(core::Seconds(30)) : std::nullopt}}) {
    if (world_.state.trials.at(0).devices > static_cast<int>(world_.state.devices.size())) {
      for (auto& [number, trial] : world_.state.trials) trial.devices = 1;
    }
  }

  void run() {
    world_.feed(Tick{});
    answer_starts();
    for (int i = 0; i < 60 && !world_.state.finished; ++i) step();
    for (int i = 0; i < 2000 && !world_.state.finished; ++i) wind_down();
    REQUIRE(world_.state.finished);
    check_results();
  }

 private:
  int pick(int low, int high) { return std::uniform_int_distribution(low, high)(random_); }

  void feed(const Event& event) {
    world_.feed(event);
    answer_starts();
  }

  // Every group that was asked for starts or does not, before anything else is heard of it.
  void answer_starts() {
    auto starts = world_.now<StartGroup>();
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const auto id = starts[i].request.id;
      if (pick(0, 9) == 0) {
        world_.feed(GroupNotStarted{id, "fork"});
      } else {
        world_.start(static_cast<int>(id.value));
      }
      for (const auto& more : world_.now<StartGroup>()) starts.push_back(more);
    }
  }

  int any_group() {
    if (world_.state.groups.empty() || pick(0, 19) == 0) return pick(1, 30);
    auto at = world_.state.groups.begin();
    std::advance(at, pick(0, static_cast<int>(world_.state.groups.size()) - 1));
    return static_cast<int>(at->first.value);
  }

  core::RunId some_run(int id) {
    if (pick(0, 14) != 0 && world_.has_group(id) && world_.group(id).run) return world_.run_of(id);
    return core::RunId{pick(0, 9)};
  }

  GroupExit some_exit() {
    if (pick(0, 1) == 0) return {.exit_code = pick(0, 2), .signal = {}};
    return {.exit_code = {}, .signal = pick(1, 15)};
  }

  int some_rank(int id) {
    const auto ranks = world_.has_group(id) ? world_.group(id).ranks.size() : 1;
    return pick(0, static_cast<int>(ranks) - 1);
  }

  void step() {
    const int id = any_group();
    const GroupId group{id};
    const int rank = some_rank(id);
    switch (pick(0, 13)) {
      case 0:
        return feed(RankExited{group, rank, some_exit()});
      case 1:
        return feed(GarbageArrived{group, rank, "?"});
      case 2:
        return feed(MessageArrived{
            group, rank, core::RunFailed{some_run(id), static_cast<Cause>(pick(0, 15)), "why"}});
      case 3:
      case 4:
        return feed(MessageArrived{group, rank, core::RunResult{some_run(id), 5, 1.0, "{}"}});
      case 5:
        return feed(MessageArrived{group, rank, core::RunFailed{{}, Cause::kNccl, "why"}});
      case 6:
        if (pick(0, 20) == 0) return feed(StopRequested{.signal = 2, .force = pick(0, 1) == 1});
        return;
      case 7:
        if (pick(0, 30) == 0) return feed(StorageFailed{"disk full"});
        return;
      case 8:
        return feed(
            MessageArrived{group, rank, core::Progress{some_run(id), pick(0, 9), 9, {}, {}}});
      case 9:
        world_.time += std::chrono::milliseconds(pick(0, 4900));
        return feed(Tick{});
      default:
        core::Ready ready;
        ready.port = pick(0, 5) == 0 ? 0 : 4242;
        return feed(MessageArrived{group, rank, ready});
    }
  }

  // Processes end, sooner or later.
  void wind_down() {
    world_.time += std::chrono::milliseconds(4900);
    feed(Tick{});
    if (world_.state.groups.empty()) return;
    const int id = any_group();
    feed(RankExited{GroupId{id}, some_rank(id), some_exit()});
  }

  void check_results() {
    std::map<core::RunId, int> results;
    for (const auto& attempt : world_.rows<core::AttemptRecord>()) {
      if (attempt.cause == Cause::kOk) ++results[attempt.run_id];
    }
    for (const auto& [run, count] : results) CHECK(count == 1);
    for (const auto& [id, run] : world_.state.runs) {
      const bool complete = run.record.state == core::RunState::kComplete;
      CHECK(complete == results.contains(id));
      CHECK((run.record.state != core::RunState::kQueued || world_.state.stop.has_value()));
      CHECK(run.record.state != core::RunState::kRunning);
    }
  }

  std::mt19937 random_;
  World world_;
};

TEST_CASE("scheduler: 10,000 random sequences keep every invariant") {
  for (std::uint32_t seed = 0; seed < 10000; ++seed) {
    INFO("seed " << seed);
    Chaos(seed).run();
  }
}

}  // namespace
}  // namespace lrsweep::sweep
