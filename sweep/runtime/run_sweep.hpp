// Runs a sweep to its end: opens the database, starts workers, feeds the scheduler, persists, and
// reports progress. The one call behind `lrsweep range-test` and `lrsweep resume`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.hpp"
#include "core/result.hpp"
#include "core/spec.hpp"
#include "core/words.hpp"
#include "sweep/runtime/progress.hpp"
#include "sweep/scheduler/limits.hpp"

namespace lrsweep::sweep {

struct SweepRequest {
  std::filesystem::path out;
  core::SweepKind kind = core::SweepKind::kRangeTest;
  core::Spec spec;
  std::string name;
  std::string environment_json;
  std::vector<std::string> devices;     // resolved: "cpu:0", "cpu:1", "cuda:0"
  std::optional<core::SweepId> resume;  // continue this sweep; `spec` is its frozen one
  bool retry_failed = false;            // with resume: runs that failed are tried again
  Limits limits = {};  // time-outs and retries; max_parallel and trial_timeout come from `spec`
};

struct SweepOutcome {
  core::SweepId sweep;
  std::int64_t complete = 0;  // runs that ended with a result (complete, diverged, pruned)
  std::int64_t failed = 0;
  std::int64_t owed = 0;  // left for resume
  // First failure as one line ("trial 0, repeat 2: signal: rank 0 …; log: logs/…"), empty without
  // one, and its cause.
  std::string first_failure;
  core::Cause first_failure_cause = core::Cause::kOk;
  // SIGINT, SIGTERM or SIGHUP that ended it early; 0 otherwise.
  int signal = 0;
  // Why it ended early by itself (the same failure again and again, no device left); empty
  // otherwise.
  std::string stopped_why;
};

// Errors: kStorage (writer's lock, disk, database), kNoDevice, kInternal (worker binary not found).
// A sweep that was interrupted, or whose runs failed, is an outcome, not an error.
[[nodiscard]] core::Result<SweepOutcome> run_sweep(const SweepRequest& request, Progress& progress);

}  // namespace lrsweep::sweep
