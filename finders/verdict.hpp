// What a range test's curve is worth. Each verdict is one rule over what was read off the curve; of
// those that hold the first in this order counts:
//
//   nan_at          diverged (or NaN, infinity) within the first fifth of the planned rungs: the
//                   lowest rates are too high already
//   too_few         fewer than 12 points before the divergence
//   flat            the smoothed loss never falls below the initial loss by more than 2 standard
//                   errors, counting that it is the lowest of several values (see fall_is_real)
//   clip_saturated  never diverged, and more than half of the updates were clipped: clipping hides
//                   the divergence
//   edge_of_range   the steepest point lies within 5 % of the rungs from the lowest rate, or never
//                   diverged and within 5 % of the highest: the rate is a bound only
//   not_diverged    never diverged: the edge, and so the rate, may lie higher
//   ok              none of these
//
// nan_at, too_few and flat come without a rate; over seeds low_snr too (suggestions of the seeds
// more than a decade apart). The others come with one.
#pragma once

#include <cstddef>
#include <span>

#include "core/words.hpp"

namespace lrsweep::finders {

inline constexpr std::size_t kFewestPoints = 12;
inline constexpr double kWidestBandDecades = 1.0;

// What the rules look at. Counts are rungs; `points` those before the divergence.
struct CurveFacts {
  std::size_t planned = 0;
  std::size_t points = 0;
  std::size_t steepest = 0;  // index of the steepest point
  core::Stop stop = core::Stop::kEnd;
  double initial = 0;        // loss at the start: median of the burn-in
  double lowest = 0;         // minimum of the smoothed loss
  double noise = 0;          // standard deviation of one loss (robust.hpp)
  double width = 0;          // smoothing, rungs
  double clipped_share = 0;  // mean over the points, in [0, 1]
};

// True when initial − lowest exceeds (2 + √(2·ln(1 + points/width)))·e, where e is the standard
// error of their difference:
//   e² = noise²·(π/2 / burn_in + 1/(2·√π·width)),
// the variance of a median (π/2n of a normal distribution) plus that of a Gaussian-weighted mean.
// The square root is what the lowest of points/width independent values lies below their mean.
[[nodiscard]] bool fall_is_real(const CurveFacts& facts);

// too_few and nan_at can be told before anything is read off the curve.
[[nodiscard]] bool diverged_early(const CurveFacts& facts);
[[nodiscard]] core::Verdict judge(const CurveFacts& facts);

// Of several seeds: the commonest verdict among those with a rate, or among those without one when
// these are more than half; the first in the order above at a tie. Requires at least one.
[[nodiscard]] core::Verdict judge_seeds(std::span<const core::Verdict> verdicts);

}  // namespace lrsweep::finders
