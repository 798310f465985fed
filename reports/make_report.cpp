#include "core/json.hpp"
#include "reports/json_text.hpp"
#include "reports/report.hpp"
#include "reports/sections.hpp"

namespace lrsweep::reports {

core::Result<core::Json> make_report(const core::Snapshot& snapshot) {
  const Analysis analysis = analyse(snapshot);
  auto sweep = sweep_section(snapshot);
  if (!sweep) return tl::unexpected(sweep.error());
  auto environment = column_value(snapshot.sweep.environment_json, "sweeps.environment_json");
  if (!environment) return tl::unexpected(environment.error());
  auto trials = trials_section(snapshot);
  if (!trials) return tl::unexpected(trials.error());
  auto events = events_section(snapshot);
  if (!events) return tl::unexpected(events.error());

  core::Json report;
  report["schema"] = "lrsweep.report/1";
  report["generated_utc"] = text_value(snapshot.generated_utc);
  report["sweep"] = *std::move(sweep);
  report["notes"] = notes_section(snapshot, analysis);
  report["environment"] = *std::move(environment);
  report["suggestion"] = suggestion_section(analysis);
  report["curves"] = curves_section(analysis);
  report["trials"] = *std::move(trials);
  report["importance"] = nullptr;
  report["events"] = *std::move(events);
  return report;
}

}  // namespace lrsweep::reports
