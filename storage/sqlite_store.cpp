#include "storage/sqlite_store.hpp"

#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <iterator>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "core/files.hpp"
#include "storage/lock.hpp"
#include "storage/migrations.hpp"
#include "storage/row_writer.hpp"

namespace lrsweep::storage {
namespace {

using core::ErrorKind;
using core::Result;

constexpr auto kGroupDelay = std::chrono::milliseconds(20);  // leaves 30 ms for the commit itself
constexpr std::size_t kGroupRows = 20'000;  // a group that is full is committed at once
constexpr std::size_t kQueueRows = 1'000'000;
constexpr std::uintmax_t kCheckBytes = 32U << 20U;  // checked on open in well under a second

// statfs(2): shared memory between hosts, which WAL needs, is not there.
constexpr std::array<unsigned, 6> kNetworkMagic{0x6969U,     0xff534d42U, 0xfe534d42U,
                                                0x65735546U, 0x517bU,     0x0bd00bd0U};

bool on_network(const std::filesystem::path& folder) {
  struct statfs info {};
  if (::statfs(folder.c_str(), &info) != 0) return false;
  return std::ranges::count(kNetworkMagic, static_cast<unsigned>(info.f_type)) > 0;
}

Result<void> quick_check(const Database& database, const std::filesystem::path& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (error || size > kCheckBytes) return {};
  auto statement = database.prepare("PRAGMA quick_check(1)");
  if (!statement) return core::Failure(statement.error());
  const auto row = statement->step();
  if (!row) return core::Failure(row.error());
  if (!*row || statement->text(0) == "ok") return {};
  return core::fail(ErrorKind::kStorage,
                    fmt::format("{} is damaged ({}): restore a copy, or use another --out",
                                file.string(), statement->text(0)));
}

Result<Database> open_database(const std::filesystem::path& file, bool network) {
  auto database = Database::open(file, Access::kWrite);
  if (!database) return database;
  // Before anything is written: the file may be somebody else's.
  const auto ours = recognize(*database, file.string());
  if (!ours) return core::Failure(ours.error());
  if (const auto sound = quick_check(*database, file); !sound) return core::Failure(sound.error());
  const auto set = database->execute(
      fmt::format("PRAGMA journal_mode = {}; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;",
                  network ? "DELETE" : "WAL"));
  if (!set) return core::Failure(set.error());
  if (const auto done = migrate(*database); !done) return core::Failure(done.error());
  return database;
}

Result<NextIds> read_next_ids(const Database& database) {
  const auto sweep = database.integer("SELECT coalesce(max(id), 0) + 1 FROM sweeps");
  if (!sweep) return core::Failure(sweep.error());
  const auto trial = database.integer("SELECT coalesce(max(id), 0) + 1 FROM trials");
  if (!trial) return core::Failure(trial.error());
  const auto run = database.integer("SELECT coalesce(max(id), 0) + 1 FROM runs");
  if (!run) return core::Failure(run.error());
  return NextIds{{*sweep}, {*trial}, {*run}};
}

}  // namespace

// The queue between the two threads. Everything below `mutex` is guarded by it.
struct SqliteStore::Impl {
  Impl(Lock owned, Database opened, RowWriter rows, NextIds ids)
      : lock(std::move(owned)),
        database(std::move(opened)),
        writer(std::move(rows)),
        next_ids(ids) {}

  Lock lock;  // first: freed after the database is closed
  Database database;
  RowWriter writer;
  NextIds next_ids;
  std::vector<std::string> warnings;

  std::mutex mutex;
  std::condition_variable wake;     // the writer: rows, a flush, or the end
  std::condition_variable changed;  // the owner: durable or failed
  std::deque<core::Write> queue;
  Sequence appended = 0;
  Sequence durable = 0;
  bool hurry = false;
  bool ending = false;
  std::optional<core::Error> error;
  DurableHandler handler;
  std::thread thread;

  // The next group, or empty at the end.
  std::deque<core::Write> take_group();
  [[nodiscard]] Result<void> commit(const std::deque<core::Write>& group);
  void report(const Result<void>& committed, std::size_t rows);
  void write_all();
};

std::deque<core::Write> SqliteStore::Impl::take_group() {
  std::unique_lock guard(mutex);
  wake.wait(guard, [this] { return !queue.empty() || ending; });
  wake.wait_for(guard, kGroupDelay,
                [this] { return hurry || ending || queue.size() >= kGroupRows; });
  return std::exchange(queue, {});
}

Result<void> SqliteStore::Impl::commit(const std::deque<core::Write>& group) {
  auto done = database.execute("BEGIN IMMEDIATE");
  for (auto row = group.begin(); done && row != group.end(); ++row) done = writer.write(*row);
  if (done) done = database.execute("COMMIT");
  // The first error is the one to tell; SQLite may have rolled back already.
  if (!done) (void)database.execute("ROLLBACK");
  return done;
}

void SqliteStore::Impl::report(const Result<void>& committed, std::size_t rows) {
  std::unique_lock guard(mutex);
  if (committed) {
    durable += rows;
    if (durable == appended) hurry = false;
  } else {
    error = committed.error();
    queue.clear();
  }
  const auto call = handler;
  const auto sequence = durable;
  guard.unlock();
  changed.notify_all();
  if (!call) return;
  if (committed) {
    call(sequence);
  } else {
    call(core::Failure(committed.error()));
  }
}

void SqliteStore::Impl::write_all() {
  for (auto group = take_group(); !group.empty(); group = take_group()) {
    const auto committed = commit(group);
    report(committed, group.size());
    if (!committed) return;
  }
}

Result<std::unique_ptr<SqliteStore>> SqliteStore::open(const std::filesystem::path& out) {
  if (const auto made = core::create_folder(out); !made) return core::Failure(made.error());
  auto lock = Lock::take(out);
  if (!lock) return core::Failure(lock.error());
  const bool network = on_network(out);
  auto database = open_database(out / "sweeps.db", network);
  if (!database) return core::Failure(database.error());
  auto rows = RowWriter::prepare(*database);
  if (!rows) return core::Failure(rows.error());
  const auto ids = read_next_ids(*database);
  if (!ids) return core::Failure(ids.error());
  auto impl =
      std::make_unique<Impl>(std::move(*lock), std::move(*database), std::move(*rows), *ids);
  if (network) {
    impl->warnings.push_back(fmt::format(
        "{} is on a network file system: commits are slower, and readers may have to wait; a "
        "local --out is safer",
        out.string()));
  }
  impl->thread = std::thread([state = impl.get()] { state->write_all(); });
  return std::unique_ptr<SqliteStore>(new SqliteStore(std::move(impl)));
}

SqliteStore::SqliteStore(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

SqliteStore::~SqliteStore() {
  {
    const std::lock_guard guard(impl_->mutex);
    impl_->ending = true;
  }
  impl_->wake.notify_all();
  impl_->thread.join();
  // Closing would checkpoint as well; a failure loses nothing, the log stays.
  if (!impl_->error) (void)impl_->database.execute("PRAGMA wal_checkpoint(TRUNCATE)");
}

Sequence SqliteStore::append(std::vector<core::Write> writes) {
  std::unique_lock guard(impl_->mutex);
  impl_->changed.wait(guard, [this] { return impl_->queue.size() < kQueueRows || impl_->error; });
  impl_->appended += writes.size();
  if (!impl_->error) std::ranges::move(writes, std::back_inserter(impl_->queue));
  impl_->wake.notify_all();
  return impl_->appended;
}

void SqliteStore::on_durable(DurableHandler handler) {
  const std::lock_guard guard(impl_->mutex);
  impl_->handler = std::move(handler);
}

Result<void> SqliteStore::flush() {
  std::unique_lock guard(impl_->mutex);
  const auto target = impl_->appended;
  impl_->hurry = impl_->durable < target;
  impl_->wake.notify_all();
  impl_->changed.wait(guard, [&] { return impl_->durable >= target || impl_->error; });
  if (impl_->error && impl_->durable < target) return core::Failure(*impl_->error);
  return {};
}

NextIds SqliteStore::next_ids() const { return impl_->next_ids; }

const std::vector<std::string>& SqliteStore::warnings() const { return impl_->warnings; }

}  // namespace lrsweep::storage
