#include "finders/lr_suggestion.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/check.hpp"
#include "core/text.hpp"
#include "finders/robust.hpp"
#include "finders/smoothing.hpp"
#include "finders/stable_part.hpp"
#include "finders/verdict.hpp"

namespace lrsweep::finders {
namespace {

using core::Verdict;

constexpr double kWidthShare = 0.02;  // of the rungs
// Ladder density at which no correction is needed: 200 rungs over 7 decades.
constexpr double kUsualRungsPerDecade = 200.0 / 7;

std::size_t index_of_lowest(std::span<const double> values) {
  return static_cast<std::size_t>(std::min_element(values.begin(), values.end()) - values.begin());
}

// Index of the most negative slope left of the smoothed minimum.
std::size_t steepest_index(const StablePart& part, std::span<const double> smooth) {
  const auto slopes = log_slope(part.lr, smooth);
  const std::size_t left = std::max<std::size_t>(1, index_of_lowest(smooth));
  return index_of_lowest(std::span(slopes).first(left));
}

CurveFacts facts_before_smoothing(const StablePart& part) {
  CurveFacts facts;
  facts.planned = part.rungs;
  facts.points = part.loss.size();
  facts.stop = part.stop;
  facts.clipped_share = part.clipped_share;
  facts.noise = noise_of(part.loss);
  facts.width = kWidthShare * static_cast<double>(part.rungs);
  return facts;
}

// Smooths the curve into `result` and fills in what is read off it.
void read_off(const StablePart& part, CurveFacts& facts, CurveSuggestion& result) {
  const std::size_t first = std::min(burn_in(part.rungs), part.loss.size());
  facts.initial = median(std::span(part.loss).first(first));
  result.smoothed = smoothed(part.lr, clipped_loss(part, facts.initial), facts.width);
  facts.lowest = *std::min_element(result.smoothed.begin(), result.smoothed.end());
  facts.steepest = steepest_index(part, result.smoothed);
}

CurveSuggestion described(const RangeCurve& curve, const StablePart& part) {
  CurveSuggestion result;
  result.stop = part.stop;
  result.tried = std::ssize(curve.points);
  result.stable = std::ssize(part.loss);
  if (curve.points.empty()) return result;
  result.lowest_lr = curve.points.front().lr;
  result.highest_lr = curve.points.back().lr;
  return result;
}

// A loss belongs to the rate before its own: it is measured before the update at that.
double rate_of(const StablePart& part, std::size_t loss_index) {
  return part.lr[loss_index == 0 ? 0 : loss_index - 1];
}

// Around a point; around the second for the first.
double rungs_per_decade(const StablePart& part, std::size_t loss_index) {
  const std::size_t i = std::max<std::size_t>(1, loss_index);
  return 1 / std::log10(part.lr[i] / part.lr[i - 1]);
}

}  // namespace

core::Result<void> check_curve(const RangeCurve& curve) {
  double before = 0;
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const double lr = curve.points[i].lr;
    if (!std::isfinite(lr) || lr <= before) {
      return core::fail(core::ErrorKind::kData,
                        fmt::format("point {}: learning rate {} after {}: rates must be above 0, "
                                    "finite, and increase from point to point",
                                    i + 1, core::number_text(lr), core::number_text(before)));
    }
    before = lr;
  }
  return {};
}

CurveSuggestion suggest(const RangeCurve& curve) {
  const auto checked = check_curve(curve);
  LRSWEEP_CHECK(checked.has_value(), checked.error().message.c_str());
  const StablePart part = stable_part(curve);
  CurveFacts facts = facts_before_smoothing(part);
  CurveSuggestion result = described(curve, part);
  if (part.loss.size() >= kFewestPoints) read_off(part, facts, result);
  result.verdict = judge(facts);
  if (!gives_rate(result.verdict)) return result;
  result.steepest = rate_of(part, facts.steepest);
  result.edge = part.lr[edge_index(part, facts.initial)];
  result.lr = combined_lr(*result.steepest, *result.edge, rungs_per_decade(part, facts.steepest));
  return result;
}

double combined_lr(double steepest, double edge, double rungs_per_decade) {
  return std::sqrt(steepest * rungs_per_decade / kUsualRungsPerDecade * edge);
}

double constant_lr(double peak_lr) { return peak_lr / 3; }

bool gives_rate(Verdict verdict) {
  switch (verdict) {
    case Verdict::kOk:
    case Verdict::kNotDiverged:
    case Verdict::kEdgeOfRange:
    case Verdict::kClipSaturated:
      return true;
    case Verdict::kFlat:
    case Verdict::kNanAt:
    case Verdict::kTooFew:
    case Verdict::kLowSnr:
      return false;
  }
  return false;
}

}  // namespace lrsweep::finders
