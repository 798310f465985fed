#include "storage/row_writer.hpp"

#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace lrsweep::storage {
namespace {

using core::Result;

// INSERT … ON CONFLICT DO UPDATE: unlike REPLACE it never deletes the row, which would take the
// rows that refer to it along.
std::string upsert(std::string_view table, const std::vector<std::string_view>& columns,
                   std::size_t keys) {
  std::string names, marks, key, changes;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto comma = i > 0 ? "," : "";
    names += fmt::format("{}\"{}\"", comma, columns[i]);
    marks += fmt::format("{}?", comma);
    if (i < keys) {
      key += fmt::format("{}\"{}\"", comma, columns[i]);
    } else {
      changes +=
          fmt::format("{}\"{}\"=excluded.\"{}\"", i > keys ? "," : "", columns[i], columns[i]);
    }
  }
  return fmt::format("INSERT INTO {}({}) VALUES({}) ON CONFLICT({}) DO UPDATE SET {}", table, names,
                     marks, key, changes);
}

std::vector<std::string> statements() {
  return {
      upsert("sweeps",
             {"id", "name", "kind", "state", "spec_json", "spec_sha256", "metric", "goal",
              "created_utc", "finished_utc", "environment_json"},
             1),
      upsert("trials",
             {"id", "sweep_id", "number", "params_json", "params_key", "state", "score_mean",
              "score_std", "rank"},
             1),
      upsert("runs",
             {"id", "trial_id", "repeat", "fold", "seed", "state", "reason", "updates_done",
              "train_seconds", "metrics_json"},
             1),
      upsert("attempts",
             {"run_id", "number", "cause", "message", "exit_code", "signal", "devices_json", "host",
              "pids_json", "started_utc", "seconds", "log_path"},
             2),
      upsert("metrics", {"run_id", "attempt", "name_id", "update", "value"}, 4),
      upsert("range_points", {"run_id", "rung", "lr", "loss", "grad_norm", "clipped_share"}, 2),
      upsert("suggestions",
             {"sweep_id", "method", "verdict", "lr", "steepest", "low", "high", "edge_lr"}, 2),
      "INSERT INTO events(sweep_id, at_utc, kind, detail_json) VALUES(?,?,?,?)",
      "INSERT INTO metric_names(name) VALUES(?) ON CONFLICT DO NOTHING",
      "SELECT id FROM metric_names WHERE name = ?",
      "DELETE FROM range_points WHERE run_id = ?",
  };
}

}  // namespace

Result<RowWriter> RowWriter::prepare(const Database& database) {
  std::vector<Statement> made;
  for (const auto& sql : statements()) {
    auto statement = database.prepare(sql);
    if (!statement) return core::Failure(statement.error());
    made.push_back(std::move(*statement));
  }
  auto next = made.begin();
  const auto take = [&next] { return std::move(*next++); };
  // Braces evaluate in order.
  return RowWriter(Statements{take(), take(), take(), take(), take(), take(), take(), take(),
                              take(), take(), take()});
}

Result<void> RowWriter::write(const core::Write& row) {
  return std::visit([this](const auto& record) { return put(record); }, row);
}

Result<void> RowWriter::put(const core::SweepRecord& row) {
  return sql_.sweep.execute(row.id, row.name, to_text(row.kind), to_text(row.state), row.spec_json,
                            row.spec_sha256, row.metric, to_text(row.goal), row.created_utc,
                            row.finished_utc, row.environment_json);
}

Result<void> RowWriter::put(const core::TrialRecord& row) {
  return sql_.trial.execute(row.id, row.sweep_id, row.number, row.params_json, row.params_key,
                            to_text(row.state), row.score_mean, row.score_std, row.rank);
}

Result<void> RowWriter::put(const core::RunRecord& row) {
  auto done =
      sql_.run.execute(row.id, row.trial_id, row.repeat, row.fold, row.seed, to_text(row.state),
                       row.reason, row.updates_done, row.train_seconds, row.metrics_json);
  if (!done || row.state != core::RunState::kRunning || row.updates_done != 0) return done;
  return sql_.clear_range_points.execute(row.id);
}

Result<void> RowWriter::put(const core::AttemptRecord& row) {
  std::optional<std::string_view> cause;
  if (row.cause) cause = to_text(*row.cause);
  return sql_.attempt.execute(row.run_id, row.number, cause, row.message, row.exit_code, row.signal,
                              row.devices_json, row.host, row.pids_json, row.started_utc,
                              row.seconds, row.log_path);
}

Result<void> RowWriter::put(const core::MetricRecord& row) {
  const auto name = metric_name_id(row.name);
  if (!name) return core::Failure(name.error());
  return sql_.metric.execute(row.run_id, row.attempt, *name, row.update, row.value);
}

Result<void> RowWriter::put(const core::RangePointRecord& row) {
  return sql_.range_point.execute(row.run_id, row.rung, row.lr, row.loss, row.grad_norm,
                                  row.clipped_share);
}

Result<void> RowWriter::put(const core::SuggestionRecord& row) {
  return sql_.suggestion.execute(row.sweep_id, row.method, to_text(row.verdict), row.lr,
                                 row.steepest, row.low, row.high, row.edge_lr);
}

Result<void> RowWriter::put(const core::EventRecord& row) {
  return sql_.event.execute(row.sweep_id, row.at_utc, row.kind, row.detail_json);
}

Result<std::int64_t> RowWriter::metric_name_id(const std::string& name) {
  const auto known = metric_names_.find(name);
  if (known != metric_names_.end()) return known->second;
  const auto added = sql_.metric_name.execute(name);
  if (!added) return core::Failure(added.error());
  sql_.find_metric_name.bind_all(name);
  const auto row = sql_.find_metric_name.step();
  if (!row) return core::Failure(row.error());
  const auto id = sql_.find_metric_name.integer(0);
  const auto end = sql_.find_metric_name.step();  // the last row: resets the statement
  if (!end) return core::Failure(end.error());
  metric_names_.emplace(name, id);
  return id;
}

}  // namespace lrsweep::storage
