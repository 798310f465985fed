// The rows of the database as plain values: what the scheduler hands to storage/, and what storage/
// hands to reports/ in a Snapshot. A field is named as its column. Times are UTC, ISO 8601 with
// milliseconds ("2026-12-01T09:30:00.123Z"); durations are seconds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/ids.hpp"
#include "core/words.hpp"

namespace lrsweep::core {

struct SweepRecord {
  SweepId id;
  std::string name;
  SweepKind kind = SweepKind::kRangeTest;
  SweepState state = SweepState::kRunning;
  std::string spec_json;    // frozen: Spec::to_json()
  std::string spec_sha256;  // Spec::sha256(): without the name and the placement
  std::string metric;       // "loss", "val_accuracy", …
  Goal goal = Goal::kMinimize;
  std::string created_utc;
  std::optional<std::string> finished_utc;
  std::string environment_json;  // host, devices, driver, versions, build, argv
};

struct TrialRecord {
  TrialId id;
  SweepId sweep_id;
  std::int64_t number = 0;  // its place in the search, from 0
  std::string params_json;  // {"optimizer.lr": 0.1}
  std::string params_key;   // canonical text of the typed values; unique within the sweep
  RunState state = RunState::kQueued;
  std::optional<double> score_mean;
  std::optional<double> score_std;   // sample standard deviation (n − 1)
  std::optional<std::int64_t> rank;  // competition rank from 1; none without a score
};

// Written with state `running` and no updates done, it begins a new attempt: the range points of
// the attempt before are deleted with it.
struct RunRecord {
  RunId id;
  TrialId trial_id;
  int repeat = 0;
  int fold = 0;
  std::int64_t seed = 0;  // core/seeds.hpp: run_seed(train.seed, repeat)
  RunState state = RunState::kQueued;
  std::string reason;  // why it is not complete; empty where there is nothing to say
  std::int64_t updates_done = 0;
  double train_seconds = 0;
  std::string metrics_json =
      "{}";  // last (and best) value of each metric; range tests: {"stop": "diverged"}
};

struct AttemptRecord {
  RunId run_id = {};
  int number = 1;                   // from 1
  std::optional<Cause> cause = {};  // none while it runs
  std::string message = {};         // one line: what the worker or the kernel said
  std::optional<int> exit_code = {};
  std::optional<int> signal = {};
  std::string devices_json = "[]";  // ["cpu:0"], ["cuda:1", "cuda:2"]
  std::string host = {};
  std::string pids_json = "[]";  // [{"rank": 0, "pid": 4711, "started": <ticks>, "boot_id": "…"}]
  std::string started_utc = {};
  double seconds = 0;
  std::string log_path = {};  // relative to OUT
};

struct MetricRecord {
  RunId run_id;
  int attempt = 1;
  std::string name;
  std::int64_t update = 0;
  double value = 0;  // may be NaN or infinite; stored bit for bit
};

// One rung of a range test. `loss` belongs to the parameters before the update at `lr`.
struct RangePointRecord {
  RunId run_id;
  std::int64_t rung = 0;  // from 0
  double lr = 0;
  double loss = 0;           // raw mean over the update's samples; may be NaN or infinite
  double grad_norm = 0;      // L2 norm over all parameters before clipping; NaN where unknown
  double clipped_share = 0;  // 1 when the update was clipped, else 0
};

struct SuggestionRecord {
  SweepId sweep_id;
  std::string method;  // "lrsweep", "fastai.valley", "lightning", …
  Verdict verdict = Verdict::kOk;
  std::optional<double> lr;  // peak rate
  std::optional<double> steepest;
  std::optional<double> low;  // band over seeds
  std::optional<double> high;
  std::optional<double> edge_lr;  // largest stable rate
};

struct EventRecord {
  SweepId sweep_id;
  std::string at_utc;
  std::string kind;  // "run_started", "attempt_ended", "retry", "device_quarantined", …
  std::string detail_json = "{}";
};

// One row to be written. A row with the key of one already there replaces it (metrics, range points
// and events are only added; a range point or metric that is there already is replaced by the
// same).
using Write = std::variant<SweepRecord, TrialRecord, RunRecord, AttemptRecord, MetricRecord,
                           RangePointRecord, SuggestionRecord, EventRecord>;

// Everything known of one sweep at one instant (one read transaction). Immutable by convention:
// reports/ reads it and computes; nobody writes it back.
struct RunSnapshot {
  RunRecord run;
  std::vector<AttemptRecord> attempts;         // by number
  std::vector<MetricRecord> metrics;           // by name, update; of the last attempt that has them
  std::vector<RangePointRecord> range_points;  // by rung
};

struct TrialSnapshot {
  TrialRecord trial;
  std::vector<RunSnapshot> runs;  // by repeat, fold
};

struct Snapshot {
  SweepRecord sweep;
  std::vector<TrialSnapshot> trials;  // by number
  std::vector<SuggestionRecord> suggestions;
  std::vector<EventRecord> events;  // oldest first
  std::string generated_utc;
};

}  // namespace lrsweep::core
