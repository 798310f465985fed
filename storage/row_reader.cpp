#include "storage/row_reader.hpp"

#include <stdexcept>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "core/text.hpp"
#include "core/words.hpp"

namespace lrsweep::storage {
namespace {

using core::Result;

// Thrown by word(), stops in each_row().
struct Unreadable {
  std::string text;
};

// Calls `take(row)` for each row of `sql`, whose only parameter, if any, is `sweep`.
template <class Take>
Result<void> each_row(const Database& database, std::string_view sql, core::SweepId sweep,
                      const Take& take) {
  auto statement = database.prepare(sql);
  if (!statement) return core::Failure(statement.error());
  if (sweep.value != 0) statement->bind_all(sweep);
  for (;;) {
    const auto row = statement->step();
    if (!row) return core::Failure(row.error());
    if (!*row) return {};
    try {
      take(*statement);
    } catch (const Unreadable& problem) {
      return core::fail(core::ErrorKind::kStorage, problem.text);
    } catch (const std::out_of_range&) {
      return core::fail(core::ErrorKind::kStorage,
                        "the database is damaged: a row belongs to one that is not there; lrsweep "
                        "doctor says more");
    }
  }
}

template <class T>
T word(const Statement& row, int column) {
  const std::string text = row.text(column);
  if (const auto value = core::parse<T>(text)) return *value;
  throw Unreadable{
      fmt::format("the database holds {}, which this lrsweep does not know: it is "
                  "damaged, or a newer lrsweep wrote it",
                  core::quoted(text))};
}

std::optional<double> real(const Statement& row, int column) {
  if (row.is_null(column)) return std::nullopt;
  return row.real(column);
}

std::optional<int> small(const Statement& row, int column) {
  if (row.is_null(column)) return std::nullopt;
  return static_cast<int>(row.integer(column));
}

core::TrialRecord trial_of(const Statement& row) {
  core::TrialRecord trial{{row.integer(0)}, {row.integer(1)}, row.integer(2),
                          row.text(3),      row.text(4),      word<core::RunState>(row, 5),
                          real(row, 6),     real(row, 7),     std::nullopt};
  if (!row.is_null(8)) trial.rank = row.integer(8);
  return trial;
}

core::RunRecord run_of(const Statement& row) {
  return {{row.integer(0)},
          {row.integer(1)},
          static_cast<int>(row.integer(2)),
          static_cast<int>(row.integer(3)),
          row.integer(4),
          word<core::RunState>(row, 5),
          row.text(6),
          row.integer(7),
          row.real(8),
          row.text(9)};
}

core::AttemptRecord attempt_of(const Statement& row) {
  core::AttemptRecord attempt{.run_id = {row.integer(0)},
                              .number = static_cast<int>(row.integer(1)),
                              .message = row.text(3),
                              .exit_code = small(row, 4),
                              .signal = small(row, 5),
                              .devices_json = row.text(6),
                              .host = row.text(7),
                              .pids_json = row.text(8),
                              .started_utc = row.text(9),
                              .seconds = row.real(10),
                              .log_path = row.text(11)};
  if (!row.is_null(2)) attempt.cause = word<core::Cause>(row, 2);
  return attempt;
}

core::MetricRecord metric_of(const Statement& row) {
  return {
      {row.integer(0)}, static_cast<int>(row.integer(1)), row.text(2), row.integer(3), row.real(4)};
}

core::RangePointRecord point_of(const Statement& row) {
  return {{row.integer(0)}, row.integer(1), row.real(2), row.real(3), row.real(4), row.real(5)};
}

core::SuggestionRecord suggestion_of(const Statement& row) {
  return {{row.integer(0)}, row.text(1),  word<core::Verdict>(row, 2),
          real(row, 3),     real(row, 4), real(row, 5),
          real(row, 6),     real(row, 7)};
}

constexpr std::string_view kTrials =
    "SELECT id, sweep_id, number, params_json, params_key, state, score_mean, score_std, rank "
    "FROM trials WHERE sweep_id = ? ORDER BY number";
constexpr std::string_view kRuns =
    "SELECT r.id, r.trial_id, r.repeat, r.fold, r.seed, r.state, r.reason, r.updates_done, "
    "r.train_seconds, r.metrics_json FROM trials t JOIN runs r ON r.trial_id = t.id "
    "WHERE t.sweep_id = ? ORDER BY t.number, r.repeat, r.fold";
constexpr std::string_view kAttempts =
    "SELECT a.run_id, a.number, a.cause, a.message, a.exit_code, a.signal, a.devices_json, a.host, "
    "a.pids_json, a.started_utc, a.seconds, a.log_path FROM trials t JOIN runs r ON "
    "r.trial_id = t.id JOIN attempts a ON a.run_id = r.id WHERE t.sweep_id = ? "
    "ORDER BY a.run_id, a.number";
constexpr std::string_view kMetrics =
    "SELECT m.run_id, m.attempt, n.name, m.\"update\", m.value FROM trials t JOIN runs r ON "
    "r.trial_id = t.id JOIN metrics m ON m.run_id = r.id AND m.attempt = (SELECT max(attempt) FROM "
    "metrics WHERE run_id = r.id) JOIN metric_names n ON n.id = m.name_id WHERE t.sweep_id = ? "
    "ORDER BY m.run_id, n.name, m.\"update\"";
constexpr std::string_view kPoints =
    "SELECT p.run_id, p.rung, p.lr, p.loss, p.grad_norm, p.clipped_share FROM trials t JOIN runs r "
    "ON r.trial_id = t.id JOIN range_points p ON p.run_id = r.id WHERE t.sweep_id = ? "
    "ORDER BY p.run_id, p.rung";
constexpr std::string_view kSuggestions =
    "SELECT sweep_id, method, verdict, lr, steepest, low, high, edge_lr FROM suggestions "
    "WHERE sweep_id = ? ORDER BY method";
constexpr std::string_view kEvents =
    "SELECT sweep_id, at_utc, kind, detail_json FROM events WHERE sweep_id = ? ORDER BY id";

// Fills a Snapshot table by table. Places are indices: the vectors grow.
class Assembler {
 public:
  Assembler(const Database& database, core::SweepRecord sweep) : database_(database) {
    snapshot_.sweep = std::move(sweep);
  }

  Result<core::Snapshot> assemble() {
    for (const auto part :
         {&Assembler::trials, &Assembler::runs, &Assembler::run_parts, &Assembler::sweep_parts}) {
      if (const auto done = (this->*part)(); !done) return core::Failure(done.error());
    }
    return std::move(snapshot_);
  }

 private:
  template <class Take>
  Result<void> each(std::string_view sql, const Take& take) {
    return each_row(database_, sql, snapshot_.sweep.id, take);
  }
  core::RunSnapshot& run(core::RunId id) {
    const auto [trial, place] = runs_.at(id);
    return snapshot_.trials[trial].runs[place];
  }
  Result<void> trials() {
    return each(kTrials, [this](const Statement& row) {
      snapshot_.trials.push_back({trial_of(row), {}});
      trials_[snapshot_.trials.back().trial.id] = snapshot_.trials.size() - 1;
    });
  }
  Result<void> runs() {
    return each(kRuns, [this](const Statement& row) {
      auto record = run_of(row);
      const auto trial = trials_.at(record.trial_id);
      auto& list = snapshot_.trials[trial].runs;
      runs_[record.id] = {trial, list.size()};
      list.push_back({std::move(record), {}, {}, {}});
    });
  }
  Result<void> run_parts() {
    const auto attempts = each(kAttempts, [this](const Statement& row) {
      run({row.integer(0)}).attempts.push_back(attempt_of(row));
    });
    if (!attempts) return attempts;
    const auto metrics = each(kMetrics, [this](const Statement& row) {
      run({row.integer(0)}).metrics.push_back(metric_of(row));
    });
    if (!metrics) return metrics;
    return each(kPoints, [this](const Statement& row) {
      run({row.integer(0)}).range_points.push_back(point_of(row));
    });
  }
  Result<void> sweep_parts() {
    const auto suggestions = each(kSuggestions, [this](const Statement& row) {
      snapshot_.suggestions.push_back(suggestion_of(row));
    });
    if (!suggestions) return suggestions;
    return each(kEvents, [this](const Statement& row) {
      snapshot_.events.push_back({{row.integer(0)}, row.text(1), row.text(2), row.text(3)});
    });
  }

  const Database& database_;
  core::Snapshot snapshot_;
  std::unordered_map<core::TrialId, std::size_t> trials_;
  std::unordered_map<core::RunId, std::pair<std::size_t, std::size_t>> runs_;
};

}  // namespace

Result<std::vector<core::SweepRecord>> read_sweeps(const Database& database,
                                                   std::string_view tail) {
  std::vector<core::SweepRecord> sweeps;
  const auto sql = fmt::format(
      "SELECT id, name, kind, state, spec_json, spec_sha256, metric, goal, created_utc, "
      "finished_utc, environment_json FROM sweeps {}",
      tail);
  const auto done = each_row(database, sql, {}, [&sweeps](const Statement& row) {
    core::SweepRecord sweep{{row.integer(0)},
                            row.text(1),
                            word<core::SweepKind>(row, 2),
                            word<core::SweepState>(row, 3),
                            row.text(4),
                            row.text(5),
                            row.text(6),
                            word<core::Goal>(row, 7),
                            row.text(8),
                            std::nullopt,
                            row.text(10)};
    if (!row.is_null(9)) sweep.finished_utc = row.text(9);
    sweeps.push_back(std::move(sweep));
  });
  if (!done) return core::Failure(done.error());
  return sweeps;
}

Result<core::Snapshot> read_snapshot(const Database& database, core::SweepRecord sweep) {
  return Assembler(database, std::move(sweep)).assemble();
}

}  // namespace lrsweep::storage
