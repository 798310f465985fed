#include "trainer/train/run_summary.hpp"

#include <vector>

#include "core/json.hpp"
#include "trainer/train/rank_share.hpp"

namespace lrsweep::trainer {
namespace {

core::Json object_of(const std::vector<core::MetricPoint>& row) {
  auto object = core::Json::object();
  for (const auto& point : row) object[point.name] = core::json_number(point.value);
  if (!row.empty()) object["update"] = row.front().update;
  return object;
}

void add_what_applies(core::Json& json, const RunSummary& summary) {
  const auto& position = summary.position;
  if (!position.best.empty()) json["best"] = object_of(position.best);
  if (!summary.ready.warnings.empty()) json["warnings"] = summary.ready.warnings;
  if (summary.scales_loss) json["skipped_updates"] = position.skipped;
  if (summary.resumed_at) json["resumed_at_update"] = *summary.resumed_at;
  if (position.updates < summary.ready.plan.updates) json["stopped_at_update"] = position.updates;
}

}  // namespace

std::string to_json(const RunSummary& summary) {
  const auto& ready = summary.ready;
  auto json = object_of(summary.recorder.last_row());
  json["metric"] = ready.metric.name;
  json["goal"] = core::to_text(ready.metric.goal);
  json["parameters"] = ready.model->parameter_count();
  json["flops_per_sample"] = ready.model->flops_per_sample();
  json["per_device_batch"] = share_of(ready.plan.batch, summary.group).count;
  add_what_applies(json, summary);
  return core::dump(json);
}

}  // namespace lrsweep::trainer
