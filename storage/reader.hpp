// OUT/sweeps.db, opened for reading: never blocks the writer, never writes, works while a sweep
// runs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/records.hpp"
#include "core/result.hpp"

namespace lrsweep::storage {

// One line of `lrsweep list`.
struct SweepSummary {
  core::SweepRecord sweep;
  std::int64_t trials = 0;  // rows there are
  std::int64_t runs = 0;
  std::int64_t complete = 0;  // complete, pruned or diverged: will not run again
  std::int64_t failed = 0;
};

class Reader {
 public:
  // kStorage: no database there yet ("no sweep in lrsweep-out yet: …"), not ours, damaged, newer.
  [[nodiscard]] static core::Result<std::unique_ptr<Reader>> open(const std::filesystem::path& out);
  ~Reader();

  // Newest first.
  [[nodiscard]] core::Result<std::vector<SweepSummary>> list() const;

  // By id ("7") or name (the newest of that name); empty: the newest sweep. kUsage where there is
  // none, with the nearest name.
  [[nodiscard]] core::Result<core::SweepRecord> find(std::string_view sweep) const;

  // The newest sweep that is not complete, if any.
  [[nodiscard]] core::Result<std::optional<core::SweepRecord>> newest_unfinished() const;

  // Everything of one sweep in one read transaction.
  [[nodiscard]] core::Result<core::Snapshot> snapshot(core::SweepId sweep) const;

  // What PRAGMA integrity_check and foreign_key_check say; empty when all is well.
  [[nodiscard]] core::Result<std::vector<std::string>> check() const;

 private:
  struct Impl;
  explicit Reader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// The process that writes to `out` now, if any: known by the lock, so a dead one is never reported.
struct Writer {
  std::int64_t pid = 0;
  std::string host;
};
[[nodiscard]] std::optional<Writer> current_writer(const std::filesystem::path& out);

}  // namespace lrsweep::storage
