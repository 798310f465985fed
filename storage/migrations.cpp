#include "storage/migrations.hpp"

#include <array>

#include <fmt/format.h>

namespace lrsweep::storage {
namespace {

using core::ErrorKind;
using core::Result;

// ANY keeps a double's bits: a REAL column stores -0.0 as the integer 0.
constexpr const char* kVersion1 = R"sql(
CREATE TABLE sweeps (
  id INTEGER PRIMARY KEY CHECK (id > 0),
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'complete', 'interrupted', 'failed')),
  spec_json TEXT NOT NULL,
  spec_sha256 TEXT NOT NULL,
  metric TEXT NOT NULL,
  goal TEXT NOT NULL CHECK (goal IN ('minimize', 'maximize')),
  created_utc TEXT NOT NULL,
  finished_utc TEXT,
  environment_json TEXT NOT NULL
) STRICT;
CREATE INDEX sweeps_by_name ON sweeps (name);
CREATE TABLE trials (
  id INTEGER PRIMARY KEY CHECK (id > 0),
  sweep_id INTEGER NOT NULL REFERENCES sweeps (id) ON DELETE CASCADE,
  number INTEGER NOT NULL CHECK (number >= 0),
  params_json TEXT NOT NULL,
  params_key TEXT NOT NULL,
  state TEXT NOT NULL
    CHECK (state IN ('queued', 'running', 'complete', 'pruned', 'diverged', 'failed')),
  score_mean ANY CHECK (typeof(score_mean) IN ('real', 'null')),
  score_std ANY CHECK (typeof(score_std) IN ('real', 'null')),
  rank INTEGER CHECK (rank > 0),
  UNIQUE (sweep_id, number),
  UNIQUE (sweep_id, params_key)
) STRICT;
CREATE TABLE runs (
  id INTEGER PRIMARY KEY CHECK (id > 0),
  trial_id INTEGER NOT NULL REFERENCES trials (id) ON DELETE CASCADE,
  repeat INTEGER NOT NULL CHECK (repeat >= 0),
  fold INTEGER NOT NULL CHECK (fold >= 0),
  seed INTEGER NOT NULL,
  state TEXT NOT NULL
    CHECK (state IN ('queued', 'running', 'complete', 'pruned', 'diverged', 'failed')),
  reason TEXT NOT NULL,
  updates_done INTEGER NOT NULL CHECK (updates_done >= 0),
  train_seconds ANY CHECK (typeof(train_seconds) IN ('real', 'null')),
  metrics_json TEXT NOT NULL,
  UNIQUE (trial_id, repeat, fold)
) STRICT;
CREATE TABLE attempts (
  run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  number INTEGER NOT NULL CHECK (number > 0),
  cause TEXT CHECK (cause IN ('ok', 'pruned', 'diverged', 'oom_device', 'oom_host', 'signal',
    'exit_code', 'hang', 'timeout', 'nccl', 'data', 'protocol', 'preempted', 'interrupted',
    'lost', 'config')),
  message TEXT NOT NULL,
  exit_code INTEGER,
  signal INTEGER,
  devices_json TEXT NOT NULL,
  host TEXT NOT NULL,
  pids_json TEXT NOT NULL,
  started_utc TEXT NOT NULL,
  seconds ANY CHECK (typeof(seconds) IN ('real', 'null')),
  log_path TEXT NOT NULL,
  PRIMARY KEY (run_id, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE metric_names (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE metrics (
  run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  attempt INTEGER NOT NULL CHECK (attempt > 0),
  name_id INTEGER NOT NULL REFERENCES metric_names (id),
  "update" INTEGER NOT NULL CHECK ("update" >= 0),
  value ANY CHECK (typeof(value) IN ('real', 'null')),
  PRIMARY KEY (run_id, attempt, name_id, "update")
) STRICT, WITHOUT ROWID;
CREATE TABLE range_points (
  run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  rung INTEGER NOT NULL CHECK (rung >= 0),
  lr ANY CHECK (typeof(lr) IN ('real', 'null')),
  loss ANY CHECK (typeof(loss) IN ('real', 'null')),
  grad_norm ANY CHECK (typeof(grad_norm) IN ('real', 'null')),
  clipped_share ANY CHECK (typeof(clipped_share) IN ('real', 'null')),
  PRIMARY KEY (run_id, rung)
) STRICT, WITHOUT ROWID;
CREATE TABLE suggestions (
  sweep_id INTEGER NOT NULL REFERENCES sweeps (id) ON DELETE CASCADE,
  method TEXT NOT NULL,
  verdict TEXT NOT NULL,
  lr ANY CHECK (typeof(lr) IN ('real', 'null')),
  steepest ANY CHECK (typeof(steepest) IN ('real', 'null')),
  low ANY CHECK (typeof(low) IN ('real', 'null')),
  high ANY CHECK (typeof(high) IN ('real', 'null')),
  edge_lr ANY CHECK (typeof(edge_lr) IN ('real', 'null')),
  PRIMARY KEY (sweep_id, method)
) STRICT, WITHOUT ROWID;
CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  sweep_id INTEGER NOT NULL REFERENCES sweeps (id) ON DELETE CASCADE,
  at_utc TEXT NOT NULL,
  kind TEXT NOT NULL,
  detail_json TEXT NOT NULL
) STRICT;
CREATE INDEX events_by_sweep ON events (sweep_id, id);
CREATE VIEW best_trials AS
  SELECT s.id AS sweep, s.name, t.rank, t.number AS trial, t.params_json AS params, s.metric,
         t.score_mean, t.score_std
  FROM trials t JOIN sweeps s ON s.id = t.sweep_id
  WHERE t.rank IS NOT NULL ORDER BY s.id DESC, t.rank, t.number;
CREATE VIEW run_overview AS
  SELECT t.sweep_id AS sweep, t.number AS trial, r.repeat, r.fold, r.state, r.reason,
         r.updates_done, r.train_seconds,
         (SELECT count(*) FROM attempts a WHERE a.run_id = r.id) AS attempts,
         t.params_json AS params, r.metrics_json AS metrics
  FROM runs r JOIN trials t ON t.id = r.trial_id
  ORDER BY t.sweep_id, t.number, r.repeat, r.fold;
CREATE VIEW owed_runs AS
  SELECT t.sweep_id AS sweep, t.number AS trial, r.repeat, r.fold, r.state,
         t.params_json AS params
  FROM runs r JOIN trials t ON t.id = r.trial_id JOIN sweeps s ON s.id = t.sweep_id
  WHERE s.state <> 'complete' AND r.state IN ('queued', 'running')
  ORDER BY t.sweep_id, t.number, r.repeat, r.fold;
)sql";

// Number n of the list takes schema n to n + 1. One that has landed never changes.
constexpr std::array<const char*, kSchemaVersion> kMigrations{kVersion1};

}  // namespace

Result<bool> recognize(const Database& database, const std::string& file) {
  const auto application = database.integer("PRAGMA application_id");
  if (!application) return core::Failure(application.error());
  const auto version = database.integer("PRAGMA user_version");
  if (!version) return core::Failure(version.error());
  const auto tables = database.integer("SELECT count(*) FROM sqlite_master");
  if (!tables) return core::Failure(tables.error());
  if (*application == 0 && *version == 0 && *tables == 0) return false;
  if (*application != kApplicationId) {
    return core::fail(ErrorKind::kStorage,
                      fmt::format("{} is another program's database: use another --out", file));
  }
  if (*version > kSchemaVersion) {
    return core::fail(ErrorKind::kStorage,
                      fmt::format("{} was made by a newer lrsweep (schema {}; this one knows {}): "
                                  "use that version",
                                  file, *version, kSchemaVersion));
  }
  if (*version < 1) {
    return core::fail(ErrorKind::kStorage,
                      fmt::format("{} is damaged (schema {}): restore a copy, or use another --out",
                                  file, *version));
  }
  return true;
}

Result<void> migrate(Database& database) {
  const auto version = database.integer("PRAGMA user_version");
  if (!version) return core::Failure(version.error());
  if (*version == kSchemaVersion) return {};
  std::string sql = "BEGIN IMMEDIATE;";
  for (auto next = *version; next < kSchemaVersion; ++next) {
    sql += kMigrations.at(static_cast<std::size_t>(next));
  }
  sql += fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}; COMMIT;",
                     kApplicationId, kSchemaVersion);
  return database.execute(sql);
}

}  // namespace lrsweep::storage
