// What a sweep consists of before anything runs: the scheduler's first state and the first rows,
// for a new sweep or one that is resumed.
#pragma once

#include <string>
#include <vector>

#include "core/records.hpp"
#include "core/result.hpp"
#include "storage/sqlite_store.hpp"
#include "sweep/runtime/run_sweep.hpp"
#include "sweep/scheduler/scheduler.hpp"

namespace lrsweep::sweep {

struct Plan {
  core::SweepRecord sweep;
  State state;
  std::vector<core::Write> rows;  // to be written first
  std::int64_t runs = 0;
  std::int64_t done = 0;  // of them, ended before
};

// What the request does not say.
struct PlanInput {
  storage::NextIds next_ids;
  std::string utc;
  std::string host;
  std::string boot_id;
  int threads_per_rank = 1;
};

// A new sweep.
[[nodiscard]] Plan plan_sweep(const SweepRequest& request, const PlanInput& input);

// Goes on with the sweep of `before`: runs that ended stay as they are (failed ones wait again with
// request.retry_failed), attempts that were running are `lost`, runs that have no row yet are
// added.
[[nodiscard]] Plan plan_resume(const SweepRequest& request, const core::Snapshot& before,
                               const PlanInput& input);

}  // namespace lrsweep::sweep
