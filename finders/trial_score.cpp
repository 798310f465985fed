#include "finders/trial_score.hpp"

#include <cmath>

#include "core/json.hpp"

namespace lrsweep::finders {
namespace {

std::optional<double> number_at(const core::Json& object, const std::string& name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

}  // namespace

std::optional<double> metric_of_run(std::string_view metrics_json, std::string_view name,
                                    std::string_view at) {
  const auto metrics = core::parse_json(metrics_json, "metrics_json");
  if (!metrics || !metrics->is_object()) return std::nullopt;
  std::string metric(name);
  if (metric.empty() && metrics->contains("metric") && (*metrics)["metric"].is_string()) {
    metric = (*metrics)["metric"].get<std::string>();
  }
  if (at != "best") return number_at(*metrics, metric);
  const auto best = metrics->find("best");
  if (best == metrics->end() || !best->is_object()) return std::nullopt;
  return number_at(*best, metric);
}

std::optional<TrialScore> trial_score(std::span<const std::optional<double>> runs) {
  if (runs.empty()) return std::nullopt;
  TrialScore score{.mean = 0, .std = {}, .n = static_cast<std::int64_t>(runs.size())};
  for (const auto& value : runs) {
    if (!value) return std::nullopt;
    score.mean += *value / static_cast<double>(runs.size());
  }
  if (runs.size() == 1) return score;
  double squares = 0;
  for (const auto& value : runs) squares += (*value - score.mean) * (*value - score.mean);
  score.std = std::sqrt(squares / static_cast<double>(runs.size() - 1));
  return score;
}

}  // namespace lrsweep::finders
