// Files that are not ours, damaged or newer, and what the reader says of names.
#include <fstream>
#include <string>

#include <catch2/catch.hpp>

#include "core/files.hpp"
#include "storage/reader.hpp"
#include "storage/sqlite.hpp"
#include "storage/sqlite_store.hpp"
#include "temporary_folder.hpp"

namespace lrsweep::storage {
namespace {

using core::TemporaryFolder;

core::SweepRecord sweep(std::int64_t id, const std::string& name,
                        core::SweepState state = core::SweepState::kComplete) {
  core::SweepRecord record;
  record.id = {id};
  record.name = name;
  record.state = state;
  return record;
}

void write(const TemporaryFolder& folder, std::vector<core::Write> rows) {
  auto store = SqliteStore::open(folder.path());
  REQUIRE(store);
  (*store)->append(std::move(rows));
  REQUIRE((*store)->flush());
}

std::string bytes_of(const TemporaryFolder& folder) {
  auto bytes = core::read_file(folder / "sweeps.db", 1U << 30U, core::ErrorKind::kStorage);
  REQUIRE(bytes);
  return *bytes;
}

void overwrite(const TemporaryFolder& folder, const std::string& bytes) {
  std::ofstream(folder / "sweeps.db", std::ios::binary | std::ios::trunc) << bytes;
}

void execute(const TemporaryFolder& folder, const std::string& sql) {
  auto database = Database::open(folder / "sweeps.db", Access::kWrite);
  REQUIRE(database);
  REQUIRE(database->execute(sql));
}

// Writer and reader refuse the file with kStorage and these words, and leave it as it is.
void check_refused(const TemporaryFolder& folder, const std::string& words) {
  const std::string before = bytes_of(folder);
  const auto store = SqliteStore::open(folder.path());
  REQUIRE_FALSE(store);
  CHECK(store.error().kind == core::ErrorKind::kStorage);
  CHECK(store.error().message.find(words) != std::string::npos);
  const auto reader = Reader::open(folder.path());
  REQUIRE_FALSE(reader);
  CHECK(reader.error().message.find(words) != std::string::npos);
  CHECK(bytes_of(folder) == before);
}

TEST_CASE("damage: another program's database is left alone") {
  const TemporaryFolder folder;
  execute(folder, "CREATE TABLE t (x); PRAGMA application_id = 7");
  check_refused(folder, "sweeps.db");
}

TEST_CASE("damage: a newer schema is left alone") {
  const TemporaryFolder folder;
  write(folder, {sweep(1, "a")});
  execute(folder, "PRAGMA user_version = 99");
  check_refused(folder, "99");
}

TEST_CASE("damage: truncated or flipped anywhere, it is an error or reads on, never a crash") {
  const TemporaryFolder folder;
  std::vector<core::Write> rows;
  for (int id = 1; id <= 50; ++id) rows.emplace_back(sweep(id, std::string(200, 'a')));
  write(folder, rows);
  const std::string whole = bytes_of(folder);
  const auto read_all = [&] {
    const auto reader = Reader::open(folder.path());
    if (!reader) return;
    if (const auto list = (*reader)->list()) CHECK(list->size() <= 50);
    for (int id = 1; id <= 50; ++id) (void)(*reader)->snapshot({id});
    (void)(*reader)->check();
  };
  for (std::size_t size = 0; size < whole.size(); size += 997) {
    overwrite(folder, whole.substr(0, size));
    read_all();
  }
  for (std::size_t at = 0; at < whole.size(); at += 611) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x55);
    overwrite(folder, flipped);
    read_all();
  }
}

TEST_CASE("damage: a word that this program does not know is said, not guessed") {
  const TemporaryFolder folder;
  write(folder, {sweep(1, "a")});
  execute(folder, "UPDATE sweeps SET kind = 'from_the_future'");
  const auto reader = Reader::open(folder.path());
  REQUIRE(reader);
  const auto list = (*reader)->list();
  REQUIRE_FALSE(list);
  CHECK(list.error().kind == core::ErrorKind::kStorage);
  CHECK(list.error().message.find("\"from_the_future\"") != std::string::npos);
}

TEST_CASE("damage: OUT that is a file, or has no database yet") {
  const TemporaryFolder folder;
  std::ofstream(folder / "file") << "x";
  CHECK(SqliteStore::open(folder / "file").error().kind == core::ErrorKind::kStorage);
  const auto nothing = Reader::open(folder / "none");
  REQUIRE_FALSE(nothing);
  CHECK(nothing.error().message.find("lrsweep range-test") != std::string::npos);
}

TEST_CASE("reader: sweeps are found by id and by name, the newest first") {
  const TemporaryFolder folder;
  write(folder, {sweep(1, "first"), sweep(2, "twice"), sweep(3, "twice"),
                 sweep(4, "2", core::SweepState::kInterrupted)});
  const auto reader = Reader::open(folder.path());
  REQUIRE(reader);
  CHECK((*reader)->find("")->id.value == 4);
  CHECK((*reader)->find("twice")->id.value == 3);
  CHECK((*reader)->find("2")->id.value == 2);
  CHECK((*reader)->find("first")->id.value == 1);
  CHECK((*reader)->newest_unfinished()->value().id.value == 4);
  const auto list = (*reader)->list();
  REQUIRE(list);
  REQUIRE(list->size() == 4);
  CHECK(list->front().sweep.id.value == 4);
  const auto wrong = (*reader)->find("frist");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().kind == core::ErrorKind::kUsage);
  CHECK(wrong.error().message.find("first") != std::string::npos);
}

TEST_CASE("reader: the next keys follow the highest there are") {
  const TemporaryFolder folder;
  core::TrialRecord trial;
  trial.id = {7};
  trial.sweep_id = {3};
  core::RunRecord run;
  run.id = {9};
  run.trial_id = {7};
  write(folder, {sweep(3, "a"), trial, run});
  const auto store = SqliteStore::open(folder.path());
  REQUIRE(store);
  CHECK((*store)->next_ids().sweep.value == 4);
  CHECK((*store)->next_ids().trial.value == 8);
  CHECK((*store)->next_ids().run.value == 10);
}

TEST_CASE("reader: the views answer people") {
  const TemporaryFolder folder;
  core::TrialRecord trial;
  trial.id = {1};
  trial.sweep_id = {1};
  trial.rank = 1;
  core::RunRecord owed;
  owed.id = {1};
  owed.trial_id = {1};
  owed.state = core::RunState::kRunning;
  core::RunRecord done;
  done.id = {2};
  done.trial_id = {1};
  done.repeat = 1;
  done.state = core::RunState::kComplete;
  write(folder, {sweep(1, "a", core::SweepState::kInterrupted), trial, owed, done});
  const auto database = Database::open(folder / "sweeps.db", Access::kRead);
  REQUIRE(database);
  CHECK(database->integer("SELECT count(*) FROM owed_runs").value() == 1);
  CHECK(database->integer("SELECT count(*) FROM run_overview").value() == 2);
  CHECK(database->integer("SELECT rank FROM best_trials").value() == 1);
}

}  // namespace
}  // namespace lrsweep::storage
