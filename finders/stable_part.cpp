#include "finders/stable_part.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "finders/robust.hpp"
#include "finders/stop_rule.hpp"

namespace lrsweep::finders {
namespace {

using core::Stop;

constexpr double kClip = 2;
constexpr std::size_t kMedianWindow = 5;

// Losses up to the first that is not finite, that one included.
std::vector<double> usable_losses(const RangeCurve& curve) {
  std::vector<double> result;
  for (const RangePoint& point : curve.points) {
    result.push_back(point.loss);
    if (!std::isfinite(point.loss)) break;
  }
  return result;
}

StopPoint end_of(std::span<const double> losses, const RangeCurve& curve, std::size_t rungs) {
  const bool whole = losses.size() == curve.points.size();
  if (whole && !losses.empty() && curve.stop && *curve.stop != Stop::kEnd) {
    return {.index = losses.size() - 1, .stop = *curve.stop};
  }
  return find_stop(losses, rungs).value_or(StopPoint{.index = losses.size(), .stop = Stop::kEnd});
}

}  // namespace

StablePart stable_part(const RangeCurve& curve) {
  const auto losses = usable_losses(curve);
  const bool finite = losses.empty() || std::isfinite(losses.back());
  StablePart part;
  part.rungs = curve.planned_rungs > 0 ? static_cast<std::size_t>(curve.planned_rungs)
                                       : losses.size() - (finite ? 0 : 1);
  const StopPoint end = end_of(losses, curve, part.rungs);
  part.stop = end.stop;
  part.rungs = std::max(part.rungs, end.index);
  part.loss.assign(losses.begin(), losses.begin() + static_cast<std::ptrdiff_t>(end.index));
  for (const RangePoint& point : std::span(curve.points).first(end.index)) {
    part.lr.push_back(point.lr);
    part.clipped_share += point.clipped_share / static_cast<double>(end.index);
  }
  return part;
}

std::vector<double> clipped_loss(const StablePart& part, double initial) {
  const std::span<const double> loss = part.loss;
  const std::size_t window = std::min(kMedianWindow, loss.size());
  double lowest = initial;
  for (std::size_t i = 0; i + window <= loss.size(); ++i) {
    lowest = std::min(lowest, median(loss.subspan(i, window)));
  }
  const double ceiling = initial + kClip * (initial - lowest);
  std::vector<double> result = part.loss;
  for (double& value : result) value = std::min(value, ceiling);
  return result;
}

std::size_t edge_index(const StablePart& part, double initial) {
  const std::span<const double> loss = part.loss;
  for (std::size_t end = loss.size(); end >= kMedianWindow; --end) {
    if (median(loss.subspan(end - kMedianWindow, kMedianWindow)) < initial) return end - 1;
  }
  return loss.size() - 1;
}

}  // namespace lrsweep::finders
