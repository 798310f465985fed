#include "reports/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "core/json.hpp"

namespace lrsweep::reports {
namespace {

std::optional<std::int64_t> integer_at(const core::Json& json, const char* pointer) {
  const core::Json::json_pointer place(pointer);
  if (!json.contains(place) || !json[place].is_number_integer()) return std::nullopt;
  return json[place].get<std::int64_t>();
}

// Rungs of the ladder as the spec asks for them; an extended ladder has got past these.
std::int64_t planned_rungs(const core::SweepRecord& sweep) {
  const auto spec = core::parse_json(sweep.spec_json, "spec_json");
  return spec ? integer_at(*spec, "/range_test/updates").value_or(0) : 0;
}

// The worker says in the run's metrics why its ladder ended.
std::optional<core::Stop> stored_stop(const core::RunRecord& run) {
  const auto metrics = core::parse_json(run.metrics_json, "metrics_json");
  if (!metrics || !metrics->is_object()) return std::nullopt;
  const auto stop = metrics->find("stop");
  if (stop == metrics->end() || !stop->is_string()) return std::nullopt;
  return core::parse<core::Stop>(stop->get_ref<const std::string&>());
}

finders::RangeCurve range_curve(const core::RunSnapshot& run, std::optional<core::Stop> stop,
                                std::int64_t planned) {
  finders::RangeCurve curve{.points = {}, .stop = stop, .planned_rungs = planned};
  curve.points.reserve(run.range_points.size());
  for (const core::RangePointRecord& point : run.range_points) {
    curve.points.push_back({.lr = point.lr,
                            .loss = point.loss,
                            .grad_norm = point.grad_norm,
                            .clipped_share = point.clipped_share});
  }
  return curve;
}

std::vector<finders::PeerSuggestion> peers_of(const finders::RangeCurve& curve) {
  std::vector<double> lr;
  std::vector<double> loss;
  for (const finders::RangePoint& point : curve.points) {
    lr.push_back(point.lr);
    loss.push_back(point.loss);
  }
  return finders::peer_suggestions("all", lr, loss)
      .value_or(std::vector<finders::PeerSuggestion>{});
}

AnalysedCurve analysed(const core::RunSnapshot& run, const finders::RangeCurve& curve) {
  AnalysedCurve result{
      .run = &run, .stop = curve.stop, .problem = {}, .suggestion = {}, .peers = {}};
  if (const auto checked = finders::check_curve(curve); !checked) {
    result.problem = checked.error().message;
    return result;
  }
  result.suggestion = finders::suggest(curve);
  if (!result.stop && has_ended(run.run.state)) result.stop = result.suggestion.stop;
  result.peers = peers_of(curve);
  return result;
}

std::optional<double> log_median(std::vector<double> rates) {
  if (rates.empty()) return std::nullopt;
  std::sort(rates.begin(), rates.end());
  const std::size_t middle = rates.size() / 2;
  if (rates.size() % 2 == 1) return rates[middle];
  return std::sqrt(rates[middle - 1]) * std::sqrt(rates[middle]);
}

// Each peer's median over the curves for which it gave a rate.
std::vector<finders::PeerSuggestion> peer_medians(const std::vector<AnalysedCurve>& curves) {
  std::vector<finders::PeerSuggestion> medians;
  std::vector<std::vector<double>> rates;
  for (const AnalysedCurve& curve : curves) {
    if (!has_ended(curve.run->run.state)) continue;
    for (std::size_t i = 0; i < curve.peers.size(); ++i) {
      if (i == medians.size()) {
        medians.push_back(curve.peers[i]);
        rates.emplace_back();
      }
      if (curve.peers[i].lr) rates[i].push_back(*curve.peers[i].lr);
    }
  }
  for (std::size_t i = 0; i < medians.size(); ++i) medians[i].lr = log_median(std::move(rates[i]));
  return medians;
}

}  // namespace

bool has_ended(core::RunState state) {
  return state == core::RunState::kComplete || state == core::RunState::kDiverged;
}

Analysis analyse(const core::Snapshot& snapshot) {
  Analysis analysis;
  std::vector<finders::RangeCurve> ended;
  const std::int64_t planned = planned_rungs(snapshot.sweep);
  for (const core::TrialSnapshot& trial : snapshot.trials) {
    for (const core::RunSnapshot& run : trial.runs) {
      if (run.range_points.empty()) continue;
      const bool whole = has_ended(run.run.state);
      const auto stop = whole ? stored_stop(run.run) : std::nullopt;
      finders::RangeCurve curve = range_curve(run, stop, whole ? planned : 0);
      analysis.curves.push_back(analysed(run, curve));
      if (whole && analysis.curves.back().problem.empty()) ended.push_back(std::move(curve));
    }
  }
  if (ended.empty()) return analysis;
  analysis.suggestion = finders::suggest(ended);
  analysis.peers = peer_medians(analysis.curves);
  analysis.advice = finders::advice(*analysis.suggestion, "lrsweep range-test");
  return analysis;
}

}  // namespace lrsweep::reports
