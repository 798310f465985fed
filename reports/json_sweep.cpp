#include <algorithm>
#include <cstdint>

#include "core/words.hpp"
#include "reports/json_text.hpp"
#include "reports/sections.hpp"
#include "reports/utc.hpp"

namespace lrsweep::reports {
namespace {

// Runs that a resume would train. Repeats that have no row yet are owed too: `planned` of them.
std::int64_t planned_runs(core::SweepKind kind, const core::Json& spec, std::int64_t rows) {
  if (kind != core::SweepKind::kRangeTest || !spec.is_object()) return rows;
  const auto section = spec.find("range_test");
  if (section == spec.end() || !section->is_object()) return rows;
  const auto seeds = section->find("seeds");
  if (seeds == section->end() || !seeds->is_number_integer()) return rows;
  return std::max(rows, seeds->get<std::int64_t>());
}

core::Json counts(const core::Snapshot& snapshot, const core::Json& spec) {
  std::int64_t runs = 0, complete = 0, diverged = 0, failed = 0, pruned = 0, attempts = 0;
  for (const core::TrialSnapshot& trial : snapshot.trials) {
    for (const core::RunSnapshot& run : trial.runs) {
      ++runs;
      attempts += static_cast<std::int64_t>(run.attempts.size());
      complete += run.run.state == core::RunState::kComplete;
      diverged += run.run.state == core::RunState::kDiverged;
      failed += run.run.state == core::RunState::kFailed;
      pruned += run.run.state == core::RunState::kPruned;
    }
  }
  const std::int64_t planned = planned_runs(snapshot.sweep.kind, spec, runs);
  return {{"trials", snapshot.trials.size()},
          {"runs", planned},
          {"complete", complete},
          {"diverged", diverged},
          {"failed", failed},
          {"pruned", pruned},
          {"owed", planned - complete - diverged - failed - pruned},
          {"attempts", attempts}};
}

}  // namespace

core::Result<core::Json> sweep_section(const core::Snapshot& snapshot) {
  const core::SweepRecord& sweep = snapshot.sweep;
  auto spec = column_value(sweep.spec_json, "sweeps.spec_json");
  if (!spec) return spec;
  const std::string& end = sweep.finished_utc.value_or(snapshot.generated_utc);
  core::Json section;
  section["id"] = sweep.id.value;
  section["name"] = text_value(sweep.name);
  section["kind"] = core::to_text(sweep.kind);
  section["state"] = core::to_text(sweep.state);
  section["created_utc"] = text_value(sweep.created_utc);
  section["finished_utc"] = text_or_null(sweep.finished_utc.value_or(""));
  section["seconds"] = core::json_number(seconds_between(sweep.created_utc, end));
  section["metric"] = {{"name", text_value(sweep.metric)}, {"goal", core::to_text(sweep.goal)}};
  section["counts"] = counts(snapshot, *spec);
  section["spec_sha256"] = text_value(sweep.spec_sha256);
  section["spec"] = *std::move(spec);
  return section;
}

}  // namespace lrsweep::reports
