#include "sweep/cli/sweep_text.hpp"

#include <fmt/format.h>

#include "core/json.hpp"
#include "core/spec.hpp"
#include "core/sweep_size.hpp"
#include "core/text.hpp"
#include "sweep/cli/common.hpp"

namespace lrsweep::cli {
namespace {

using core::RunState;

template <class Use>
void for_each_run(const core::Snapshot& snapshot, Use use) {
  for (const auto& trial : snapshot.trials) {
    for (const auto& run : trial.runs) use(trial.trial, run);
  }
}

std::string devices_text(const core::RunSnapshot& run) {
  if (run.attempts.empty()) return "";
  const auto devices = core::parse_json(run.attempts.back().devices_json, "attempts.devices_json");
  if (!devices || !devices->is_array()) return "?";
  std::string out;
  for (const auto& device : *devices) {
    out += (out.empty() ? "" : ",") + (device.is_string() ? device.get<std::string>() : "?");
  }
  return out;
}

std::string last_loss(const core::RunSnapshot& run) {
  if (!run.range_points.empty()) return fmt::format("{:.4g}", run.range_points.back().loss);
  const core::MetricRecord* last = nullptr;
  for (const auto& metric : run.metrics) {
    const bool newer = last == nullptr || metric.update >= last->update;
    if (metric.name == "train_loss" && newer) last = &metric;
  }
  return last == nullptr ? "" : fmt::format("{:.4g}", last->value);
}

std::string updates_text(const core::RunSnapshot& run) {
  const auto seen = static_cast<std::int64_t>(run.range_points.size());
  return std::to_string(std::max(run.run.updates_done, seen));
}

// Runs that the spec asks for and that have no row yet count as well.
std::int64_t planned_runs(const core::Snapshot& snapshot) {
  const auto spec = core::parse_spec(snapshot.sweep.spec_json, "sweeps.spec_json");
  return spec ? core::planned_runs(snapshot.sweep.kind, *spec) : 0;
}

}  // namespace

RunCounts count_runs(const core::Snapshot& snapshot) {
  RunCounts counts;
  for_each_run(snapshot, [&](const auto&, const core::RunSnapshot& run) {
    ++counts.runs;
    switch (run.run.state) {
      case RunState::kComplete:
      case RunState::kPruned:
      case RunState::kDiverged:
        ++counts.done;
        break;
      case RunState::kRunning:
        ++counts.running;
        break;
      case RunState::kFailed:
        ++counts.failed;
        break;
      case RunState::kQueued:
        break;
    }
  });
  counts.runs = std::max(counts.runs, planned_runs(snapshot));
  return counts;
}

std::string headline(const core::Snapshot& snapshot) {
  const RunCounts counts = count_runs(snapshot);
  std::string out = fmt::format("sweep {} {} ({}): {}, {} of {} runs done", snapshot.sweep.id.value,
                                core::printable(snapshot.sweep.name), to_text(snapshot.sweep.kind),
                                to_text(snapshot.sweep.state), counts.done, counts.runs);
  if (counts.running > 0) out += fmt::format(", {} running", counts.running);
  if (counts.failed > 0) out += fmt::format(", {} failed", counts.failed);
  return out;
}

std::string runs_table(const core::Snapshot& snapshot) {
  std::vector<std::vector<std::string>> rows{{"trial", "repeat", "state", "updates", "last loss",
                                              "attempts", "devices", "seconds", "reason"}};
  for_each_run(snapshot, [&](const core::TrialRecord& trial, const core::RunSnapshot& run) {
    rows.push_back({std::to_string(trial.number), std::to_string(run.run.repeat),
                    std::string(to_text(run.run.state)), updates_text(run), last_loss(run),
                    std::to_string(run.attempts.size()), devices_text(run),
                    fmt::format("{:.1f}", run.run.train_seconds), run.run.reason});
  });
  return text_table(rows);
}

core::Json status_json(const core::Snapshot& snapshot) {
  const RunCounts counts = count_runs(snapshot);
  core::Json runs = core::Json::array();
  for_each_run(snapshot, [&](const core::TrialRecord& trial, const core::RunSnapshot& run) {
    runs.push_back({{"trial", trial.number},
                    {"repeat", run.run.repeat},
                    {"fold", run.run.fold},
                    {"state", to_text(run.run.state)},
                    {"updates", std::stoll(updates_text(run))},
                    {"attempts", run.attempts.size()},
                    {"reason", run.run.reason}});
  });
  return {{"id", snapshot.sweep.id.value},
          {"name", snapshot.sweep.name},
          {"kind", to_text(snapshot.sweep.kind)},
          {"state", to_text(snapshot.sweep.state)},
          {"counts",
           {{"runs", counts.runs},
            {"done", counts.done},
            {"running", counts.running},
            {"failed", counts.failed}}},
          {"runs", runs}};
}

}  // namespace lrsweep::cli
