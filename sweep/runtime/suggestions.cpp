#include "sweep/runtime/suggestions.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/json.hpp"
#include "finders/compat.hpp"
#include "finders/lr_suggestion.hpp"

namespace lrsweep::sweep {
namespace {

std::optional<core::Stop> stop_of(const core::RunRecord& run) {
  const auto metrics = core::parse_json(run.metrics_json, "metrics");
  if (!metrics || !metrics->is_object()) return std::nullopt;
  const auto stop = metrics->find("stop");
  if (stop == metrics->end() || !stop->is_string()) return std::nullopt;
  return core::parse<core::Stop>(stop->get<std::string>());
}

finders::RangeCurve curve_of(const core::RunSnapshot& run) {
  finders::RangeCurve curve{.points = {}, .stop = stop_of(run.run)};
  for (const auto& point : run.range_points) {
    curve.points.push_back({.lr = point.lr,
                            .loss = point.loss,
                            .grad_norm = point.grad_norm,
                            .clipped_share = point.clipped_share});
  }
  return curve;
}

std::vector<finders::RangeCurve> curves_of(const core::Snapshot& snapshot) {
  std::vector<finders::RangeCurve> curves;
  for (const auto& trial : snapshot.trials) {
    for (const auto& run : trial.runs) {
      if (run.run.state == core::RunState::kComplete) curves.push_back(curve_of(run));
    }
  }
  return curves;
}

std::string method_of(const finders::PeerSuggestion& peer) {
  return peer.method == "lr" ? peer.peer : peer.peer + "." + peer.method;
}

std::optional<double> median_in_log(std::vector<double> rates) {
  if (rates.empty()) return std::nullopt;
  std::ranges::sort(rates);
  const auto middle = rates.size() / 2;
  if (rates.size() % 2 == 1) return rates[middle];
  return std::sqrt(rates[middle - 1] * rates[middle]);
}

core::SuggestionRecord record_of(core::SweepId sweep, std::string method,
                                 const std::vector<double>& rates) {
  return {.sweep_id = sweep,
          .method = std::move(method),
          .verdict = rates.empty() ? core::Verdict::kTooFew : core::Verdict::kOk,
          .lr = median_in_log(rates),
          .steepest = {},
          .low = rates.empty() ? std::nullopt : std::optional(std::ranges::min(rates)),
          .high = rates.empty() ? std::nullopt : std::optional(std::ranges::max(rates)),
          .edge_lr = {}};
}

core::SuggestionRecord ours(core::SweepId sweep, const std::vector<finders::RangeCurve>& curves) {
  const auto found = finders::suggest(curves);
  return {.sweep_id = sweep,
          .method = "lrsweep",
          .verdict = found.verdict,
          .lr = found.lr,
          .steepest = found.steepest,
          .low = found.low,
          .high = found.high,
          .edge_lr = found.edge};
}

void add_peers(core::SweepId sweep, const std::vector<finders::RangeCurve>& curves,
               std::vector<core::SuggestionRecord>& records) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<double>> rates;
  for (const auto& curve : curves) {
    std::vector<double> lr;
    std::vector<double> loss;
    for (const auto& point : curve.points) {
      lr.push_back(point.lr);
      loss.push_back(point.loss);
    }
    const auto peers = finders::peer_suggestions("all", lr, loss);
    if (!peers) continue;
    for (const auto& peer : *peers) {
      const auto method = method_of(peer);
      if (!rates.contains(method)) order.push_back(method);
      auto& found = rates[method];
      if (peer.lr) found.push_back(*peer.lr);
    }
  }
  for (const auto& method : order) records.push_back(record_of(sweep, method, rates[method]));
}

}  // namespace

std::vector<core::SuggestionRecord> suggest_from(const core::Snapshot& snapshot) {
  const auto curves = curves_of(snapshot);
  if (curves.empty()) return {};
  std::vector<core::SuggestionRecord> records{ours(snapshot.sweep.id, curves)};
  add_peers(snapshot.sweep.id, curves, records);
  return records;
}

}  // namespace lrsweep::sweep
