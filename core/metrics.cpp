#include "core/metrics.hpp"

#include <algorithm>
#include <array>

#include "core/spec_defaults.hpp"

namespace lrsweep::core {

Goal metric_goal(std::string_view metric) {
  constexpr std::array<std::string_view, 4> kRising{"accuracy", "top5", "f1", "r2"};
  const auto last = metric.substr(metric.rfind('_') + 1);
  const bool rises = std::find(kRising.begin(), kRising.end(), last) != kRising.end();
  return rises ? Goal::kMaximize : Goal::kMinimize;
}

std::string metric_name(const Spec& spec, bool classification) {
  if (spec.has("metric.name")) return spec.text("metric.name");
  if (spec.text("model.name") == "synthetic") return "val_loss";
  if (validation_share(spec) == 0) return "train_loss";
  return classification ? "val_accuracy" : "val_loss";
}

Goal goal_of(const Spec& spec, std::string_view metric) {
  if (!spec.has("metric.goal")) return metric_goal(metric);
  return spec.text("metric.goal") == "maximize" ? Goal::kMaximize : Goal::kMinimize;
}

}  // namespace lrsweep::core
