#include <algorithm>
#include <cmath>

#include "finders/lr_suggestion.hpp"
#include "finders/robust.hpp"
#include "finders/verdict.hpp"

namespace lrsweep::finders {
namespace {

using core::Verdict;

std::optional<double> median_in_log(std::vector<double> rates) {
  if (rates.empty()) return std::nullopt;
  for (double& rate : rates) rate = std::log(rate);
  return std::exp(median(rates));
}

std::vector<double> present(std::span<const CurveSuggestion> curves,
                            std::optional<double> CurveSuggestion::*rate) {
  std::vector<double> result;
  for (const CurveSuggestion& curve : curves) {
    if (curve.*rate) result.push_back(*(curve.*rate));
  }
  return result;
}

void add_band(Suggestion& suggestion) {
  const auto rates = present(suggestion.curves, &CurveSuggestion::lr);
  if (rates.empty()) return;
  const auto [low, high] = std::minmax_element(rates.begin(), rates.end());
  suggestion.low = *low;
  suggestion.high = *high;
  suggestion.width_decades = std::log10(*high / *low);
}

Verdict verdict_of_seeds(const Suggestion& suggestion) {
  std::vector<Verdict> verdicts;
  for (const CurveSuggestion& curve : suggestion.curves) verdicts.push_back(curve.verdict);
  const Verdict verdict = judge_seeds(verdicts);
  const bool wide = suggestion.width_decades > kWidestBandDecades;
  return gives_rate(verdict) && wide ? Verdict::kLowSnr : verdict;
}

}  // namespace

Suggestion suggest(std::span<const RangeCurve> curves) {
  Suggestion result;
  result.seeds = static_cast<int>(curves.size());
  if (curves.empty()) return result;
  for (const RangeCurve& curve : curves) result.curves.push_back(suggest(curve));
  add_band(result);
  result.verdict = verdict_of_seeds(result);
  if (!gives_rate(result.verdict)) return result;
  result.lr = median_in_log(present(result.curves, &CurveSuggestion::lr));
  result.steepest = median_in_log(present(result.curves, &CurveSuggestion::steepest));
  result.edge = median_in_log(present(result.curves, &CurveSuggestion::edge));
  return result;
}

}  // namespace lrsweep::finders
