// OUT/sweeps.db, opened for writing: takes the writer's lock, creates or migrates the schema, and
// commits on a thread of its own (one connection, WAL, synchronous=FULL). docs/database.md has the
// schema.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/ids.hpp"
#include "storage/store.hpp"

namespace lrsweep::storage {

// The next free key of each table whose keys the scheduler gives out.
struct NextIds {
  core::SweepId sweep{1};
  core::TrialId trial{1};
  core::RunId run{1};
};

class SqliteStore final : public Store {
 public:
  // `out` is the output folder, created where it is missing. Errors (kStorage), each in under a
  // second: another lrsweep writes here (its pid and host), the folder or the file cannot be
  // written, the file is not a database, is another program's, is damaged, or has a newer schema.
  [[nodiscard]] static core::Result<std::unique_ptr<SqliteStore>> open(
      const std::filesystem::path& out);

  ~SqliteStore() override;  // flushes, checkpoints, frees the lock

  Sequence append(std::vector<core::Write> writes) override;
  void on_durable(DurableHandler handler) override;
  core::Result<void> flush() override;

  // As of open(): nobody else gives out keys while the lock is held.
  [[nodiscard]] NextIds next_ids() const;

  // What the user should know of this folder, one line each: a network file system.
  [[nodiscard]] const std::vector<std::string>& warnings() const;

 private:
  struct Impl;
  explicit SqliteStore(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace lrsweep::storage
