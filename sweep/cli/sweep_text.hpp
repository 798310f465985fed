// A sweep's state and runs in words and as JSON: what `status` and `show` print.
#pragma once

#include <string>

#include "core/json_fwd.hpp"
#include "core/records.hpp"

namespace lrsweep::cli {

// Runs by state over all trials.
struct RunCounts {
  std::int64_t runs = 0;
  std::int64_t done = 0;  // complete, pruned, diverged
  std::int64_t running = 0;
  std::int64_t failed = 0;
};
[[nodiscard]] RunCounts count_runs(const core::Snapshot& snapshot);

// "sweep 7 fmnist-cnn (range_test): running, 2 of 3 runs done".
[[nodiscard]] std::string headline(const core::Snapshot& snapshot);

// A table with one row a run: trial, repeat, fold, state, updates, last loss, attempts, devices,
// reason.
[[nodiscard]] std::string runs_table(const core::Snapshot& snapshot);

[[nodiscard]] core::Json status_json(const core::Snapshot& snapshot);

}  // namespace lrsweep::cli
