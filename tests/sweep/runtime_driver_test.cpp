// The driver between scheduler and seams: order, re-entrance, acknowledgement after commit.
#include <catch2/catch.hpp>

#include "fake_launcher.hpp"
#include "fake_progress.hpp"
#include "scheduler_world.hpp"
#include "sweep/runtime/driver.hpp"

namespace lrsweep::sweep {
namespace {

// Counts rows; the test says what is durable.
class HeldStore final : public storage::Store {
 public:
  storage::Sequence append(std::vector<core::Write> writes) override {
    rows.insert(rows.end(), writes.begin(), writes.end());
    return rows.size();
  }
  void on_durable(DurableHandler) override {}
  core::Result<void> flush() override { return {}; }
  std::vector<core::Write> rows;
};

class StoppedClock final : public core::Clock {
 public:
  [[nodiscard]] core::Instant now() const override { return {}; }
  [[nodiscard]] std::string utc() const override { return "2026-12-01T00:00:00.000Z"; }
};

struct Bench {
  explicit Bench(int runs, int devices = 1)
      : driver(World({.devices = devices, .runs = runs}).state,
               {launcher, store, clock, progress}) {}
  FakeLauncher launcher;
  HeldStore store;
  StoppedClock clock;
  FakeProgress progress;
  Driver driver;
};

TEST_CASE("driver: a launcher that answers from within its calls drives a sweep to its end") {
  Bench bench(5, 2);
  bench.driver.push(Tick{});
  CHECK(bench.driver.state().finished);
  CHECK(count_runs(bench.driver.state()).complete == 5);
  CHECK(bench.progress.started.size() == 5);
  CHECK(bench.launcher.requests.size() == 2);
}

TEST_CASE("driver: the end of a run is shown only after the commit that holds it") {
  Bench bench(2);
  bench.driver.push(Tick{});
  REQUIRE(bench.driver.state().finished);
  CHECK(bench.progress.ended.empty());
  storage::Sequence first_result = 0;
  for (std::size_t i = 0; i < bench.store.rows.size() && first_result == 0; ++i) {
    const auto* run = std::get_if<core::RunRecord>(&bench.store.rows[i]);
    if (run != nullptr && run->state == core::RunState::kComplete) first_result = i + 1;
  }
  REQUIRE(first_result > 1);
  bench.driver.on_durable(first_result - 1);
  CHECK(bench.progress.ended.empty());
  while (bench.progress.ended.empty() && first_result <= bench.store.rows.size()) {
    bench.driver.on_durable(first_result++);
  }
  CHECK(bench.progress.ended.size() == 1);
  bench.driver.on_durable(bench.driver.last_sequence());
  CHECK(bench.progress.ended.size() == 2);
}

TEST_CASE("driver: when the store fails the sweep stops and nothing is shown as done") {
  Bench bench(2);
  bench.launcher.answers = false;
  bench.driver.push(Tick{});
  const auto before = bench.store.rows.size();
  bench.driver.on_durable(core::fail(core::ErrorKind::kStorage, "sweeps.db: disk full"));
  REQUIRE(bench.driver.state().stop);
  CHECK(bench.driver.state().stop->storage_error == "sweeps.db: disk full");
  CHECK(bench.store.rows.size() == before);
  CHECK(bench.launcher.terminated.size() == 1);
}

TEST_CASE("driver: workers that cannot be started are a lost attempt, not a crash") {
  Bench bench(1);
  bench.launcher.refuse_with = "fork: Resource temporarily unavailable";
  bench.driver.push(Tick{});
  CHECK_FALSE(bench.driver.state().finished);
  CHECK(bench.driver.state().queue.size() == 1);
  REQUIRE(bench.progress.notes.size() == 1);
  CHECK(bench.progress.notes[0].find("Resource temporarily unavailable") != std::string::npos);
}

}  // namespace
}  // namespace lrsweep::sweep
