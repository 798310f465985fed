#include "storage/sqlite_store.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <limits>

#include "storage/reader.hpp"

namespace lrsweep::storage {
namespace {

struct Folder {
  Folder() { REQUIRE(::mkdtemp(path.data()) != nullptr); }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string path = "/tmp/lrsweep-storage-XXXXXX";
};

const std::string kHostile = std::string("'; drop table runs;--\n</script>\xff") + '\0' + "x";

std::vector<core::Write> one_run() {
  core::SweepRecord sweep;
  sweep.id = {1};
  sweep.name = kHostile;
  core::TrialRecord trial;
  trial.id = {1};
  trial.sweep_id = {1};
  core::RunRecord run;
  run.id = {1};
  run.trial_id = {1};
  run.state = core::RunState::kRunning;
  return {sweep, trial, run};
}

TEST_CASE("what was flushed is read back bit for bit") {
  const Folder out;
  auto store = SqliteStore::open(out.path);
  REQUIRE(store);
  const std::vector<double> values{-0.0, 5e-324, 1e308, 0.12345678901234567,
                                   -std::numeric_limits<double>::infinity()};
  auto rows = one_run();
  for (std::size_t i = 0; i < values.size(); ++i) {
    rows.emplace_back(core::RangePointRecord{{1}, static_cast<int>(i), 0.1, values[i], 1, 0});
    rows.emplace_back(core::MetricRecord{{1}, 1, "loss", static_cast<int>(i), values[i]});
  }
  rows.emplace_back(
      core::MetricRecord{{1}, 1, "loss", 9, std::numeric_limits<double>::quiet_NaN()});
  (*store)->append(rows);
  REQUIRE((*store)->flush());
  const auto reader = Reader::open(out.path);
  REQUIRE(reader);
  const auto snapshot = (*reader)->snapshot({1});
  REQUIRE(snapshot);
  CHECK(snapshot->sweep.name == kHostile);
  const auto& run = snapshot->trials.at(0).runs.at(0);
  REQUIRE(run.metrics.size() == values.size() + 1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    CHECK(std::bit_cast<std::uint64_t>(run.range_points.at(i).loss) ==
          std::bit_cast<std::uint64_t>(values[i]));
    CHECK(std::bit_cast<std::uint64_t>(run.metrics.at(i).value) ==
          std::bit_cast<std::uint64_t>(values[i]));
  }
  CHECK(std::isnan(run.metrics.back().value));
  CHECK((*reader)->check()->empty());
}

TEST_CASE("a new attempt drops the range points of the one before") {
  const Folder out;
  auto store = SqliteStore::open(out.path);
  REQUIRE(store);
  auto rows = one_run();
  rows.emplace_back(core::RangePointRecord{{1}, 0, 0.1, 1, 1, 0});
  rows.emplace_back(rows.at(2));
  (*store)->append(rows);
  REQUIRE((*store)->flush());
  const auto snapshot = (*Reader::open(out.path))->snapshot({1});
  REQUIRE(snapshot);
  CHECK(snapshot->trials.at(0).runs.at(0).range_points.empty());
}

TEST_CASE("a second writer is refused with the pid, and the lock is freed") {
  const Folder out;
  {
    const auto first = SqliteStore::open(out.path);
    REQUIRE(first);
    const auto second = SqliteStore::open(out.path);
    REQUIRE_FALSE(second);
    CHECK(second.error().message.find("in use by pid " + std::to_string(::getpid())) !=
          std::string::npos);
    CHECK(current_writer(out.path)->pid == ::getpid());
  }
  CHECK_FALSE(current_writer(out.path));
  CHECK(SqliteStore::open(out.path));
}

TEST_CASE("a file that is not a database is named") {
  const Folder out;
  std::ofstream(out.path + "/sweeps.db") << std::string(5000, 'x');
  const auto store = SqliteStore::open(out.path);
  REQUIRE_FALSE(store);
  CHECK(store.error().message.find("is not a database") != std::string::npos);
}

}  // namespace
}  // namespace lrsweep::storage
