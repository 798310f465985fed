// Rows into tables: one prepared statement a table. Used inside a transaction of the caller's.
#pragma once

#include <string>
#include <unordered_map>
#include <utility>

#include "core/records.hpp"
#include "core/result.hpp"
#include "storage/sqlite.hpp"

namespace lrsweep::storage {

class RowWriter {
 public:
  [[nodiscard]] static core::Result<RowWriter> prepare(const Database& database);

  [[nodiscard]] core::Result<void> write(const core::Write& row);

 private:
  // In the order of core::Write's alternatives, then the helpers.
  struct Statements {
    Statement sweep, trial, run, attempt, metric, range_point, suggestion, event;
    Statement metric_name, find_metric_name, clear_range_points;
  };
  explicit RowWriter(Statements statements) : sql_(std::move(statements)) {}

  [[nodiscard]] core::Result<void> put(const core::SweepRecord& row);
  [[nodiscard]] core::Result<void> put(const core::TrialRecord& row);
  [[nodiscard]] core::Result<void> put(const core::RunRecord& row);
  [[nodiscard]] core::Result<void> put(const core::AttemptRecord& row);
  [[nodiscard]] core::Result<void> put(const core::MetricRecord& row);
  [[nodiscard]] core::Result<void> put(const core::RangePointRecord& row);
  [[nodiscard]] core::Result<void> put(const core::SuggestionRecord& row);
  [[nodiscard]] core::Result<void> put(const core::EventRecord& row);
  [[nodiscard]] core::Result<std::int64_t> metric_name_id(const std::string& name);

  Statements sql_;
  std::unordered_map<std::string, std::int64_t> metric_names_;
};

}  // namespace lrsweep::storage
