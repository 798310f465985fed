#include "storage/reader.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "core/clock.hpp"
#include "core/text.hpp"
#include "storage/migrations.hpp"
#include "storage/row_reader.hpp"

namespace lrsweep::storage {
namespace {

using core::ErrorKind;
using core::Result;

// One instant of the database for everything read while it lives.
class ReadTransaction {
 public:
  explicit ReadTransaction(Database& database)
      : database_(database), begun_(database.execute("BEGIN")) {}
  ReadTransaction(const ReadTransaction&) = delete;
  ReadTransaction& operator=(const ReadTransaction&) = delete;
  ~ReadTransaction() {
    if (begun_) (void)database_.execute("ROLLBACK");
  }
  [[nodiscard]] const Result<void>& begun() const { return begun_; }

 private:
  Database& database_;
  Result<void> begun_;
};

// Without a log there is nothing a reader could miss.
bool has_log(const std::filesystem::path& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file.string() + "-wal", error);
  return !error && size > 0;
}

Access access_for(const std::filesystem::path& out) {
  const auto file = out / "sweeps.db";
  const bool writable = ::access(out.c_str(), W_OK) == 0;
  return writable || has_log(file) ? Access::kRead : Access::kImmutable;
}

core::Failure no_sweep_yet(const std::filesystem::path& out) {
  return core::fail(
      ErrorKind::kStorage,
      fmt::format("no sweep in {} yet: start one with lrsweep range-test", out.string()));
}

std::optional<std::int64_t> as_id(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 1) return std::nullopt;
  return value;
}

core::Failure unknown_sweep(std::string_view sweep, const std::vector<core::SweepRecord>& sweeps) {
  std::vector<std::string_view> names;
  for (const auto& record : sweeps) names.emplace_back(record.name);
  const auto near = core::nearest(sweep, names);
  return core::fail(ErrorKind::kUsage, fmt::format("no sweep {}: {}", core::quoted(sweep),
                                                   near.empty() ? "lrsweep list shows what there is"
                                                                : fmt::format("did you mean {}?",
                                                                              core::quoted(near))));
}

}  // namespace

struct Reader::Impl {
  std::filesystem::path out;
  mutable Database database;
};

Result<std::unique_ptr<Reader>> Reader::open(const std::filesystem::path& out) {
  const auto file = out / "sweeps.db";
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return no_sweep_yet(out);
  auto database = Database::open(file, access_for(out));
  if (!database) return core::Failure(database.error());
  const auto ours = recognize(*database, file.string());
  if (!ours) return core::Failure(ours.error());
  if (!*ours) return no_sweep_yet(out);
  return std::unique_ptr<Reader>(
      new Reader(std::make_unique<Impl>(Impl{out, std::move(*database)})));
}

Reader::Reader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Reader::~Reader() = default;

Result<std::vector<SweepSummary>> Reader::list() const {
  const ReadTransaction transaction(impl_->database);
  if (!transaction.begun()) return core::Failure(transaction.begun().error());
  auto sweeps = read_sweeps(impl_->database, "ORDER BY id DESC");
  if (!sweeps) return core::Failure(sweeps.error());
  auto counts = impl_->database.prepare(
      "SELECT count(DISTINCT t.id), count(r.id), "
      "coalesce(sum(r.state IN ('complete', 'pruned', 'diverged')), 0), "
      "coalesce(sum(r.state = 'failed'), 0) "
      "FROM trials t LEFT JOIN runs r ON r.trial_id = t.id WHERE t.sweep_id = ?");
  if (!counts) return core::Failure(counts.error());
  std::vector<SweepSummary> list;
  for (auto& sweep : *sweeps) {
    counts->bind_all(sweep.id);
    if (const auto row = counts->step(); !row) return core::Failure(row.error());
    list.push_back({std::move(sweep), counts->integer(0), counts->integer(1), counts->integer(2),
                    counts->integer(3)});
    if (const auto end = counts->step(); !end) return core::Failure(end.error());
  }
  return list;
}

Result<core::SweepRecord> Reader::find(std::string_view sweep) const {
  auto sweeps = read_sweeps(impl_->database, "ORDER BY id DESC");
  if (!sweeps) return core::Failure(sweeps.error());
  if (sweeps->empty()) return no_sweep_yet(impl_->out);
  if (sweep.empty()) return std::move(sweeps->front());
  // A sweep may be named "7": its id wins, since ids are what `list` shows first.
  const auto id = as_id(sweep);
  auto found = std::ranges::find_if(*sweeps, [&](const auto& s) { return s.id.value == id; });
  if (found == sweeps->end()) found = std::ranges::find(*sweeps, sweep, &core::SweepRecord::name);
  if (found == sweeps->end()) return unknown_sweep(sweep, *sweeps);
  return std::move(*found);
}

Result<std::optional<core::SweepRecord>> Reader::newest_unfinished() const {
  auto sweeps = read_sweeps(impl_->database, "WHERE state <> 'complete' ORDER BY id DESC LIMIT 1");
  if (!sweeps) return core::Failure(sweeps.error());
  if (sweeps->empty()) return std::nullopt;
  return std::move(sweeps->front());
}

Result<core::Snapshot> Reader::snapshot(core::SweepId sweep) const {
  const ReadTransaction transaction(impl_->database);
  if (!transaction.begun()) return core::Failure(transaction.begun().error());
  auto sweeps = read_sweeps(impl_->database, fmt::format("WHERE id = {}", sweep.value));
  if (!sweeps) return core::Failure(sweeps.error());
  if (sweeps->empty()) {
    return core::fail(ErrorKind::kUsage,
                      fmt::format("no sweep {}: lrsweep list shows what there is", sweep.value));
  }
  auto snapshot = read_snapshot(impl_->database, std::move(sweeps->front()));
  if (snapshot) snapshot->generated_utc = core::SystemClock().utc();
  return snapshot;
}

Result<std::vector<std::string>> Reader::check() const {
  std::vector<std::string> problems;
  auto integrity = impl_->database.prepare("PRAGMA integrity_check");
  if (!integrity) return core::Failure(integrity.error());
  for (auto row = integrity->step(); !row || *row; row = integrity->step()) {
    if (!row) return core::Failure(row.error());
    if (integrity->text(0) != "ok") problems.push_back(integrity->text(0));
  }
  auto keys = impl_->database.prepare("PRAGMA foreign_key_check");
  if (!keys) return core::Failure(keys.error());
  for (auto row = keys->step(); !row || *row; row = keys->step()) {
    if (!row) return core::Failure(row.error());
    problems.push_back(fmt::format("{}: row {} refers to a missing row of {}", keys->text(0),
                                   keys->text(1), keys->text(2)));
  }
  return problems;
}

}  // namespace lrsweep::storage
