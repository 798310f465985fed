// The part of a range-test curve that answers are read off: up to the divergence.
#pragma once

#include <cstddef>
#include <vector>

#include "core/words.hpp"
#include "finders/lr_suggestion.hpp"

namespace lrsweep::finders {

struct StablePart {
  std::vector<double> lr;    // [n]
  std::vector<double> loss;  // [n], finite
  core::Stop stop = core::Stop::kEnd;
  std::size_t rungs = 0;     // planned, >= n
  double clipped_share = 0;  // mean over the n points
};

// Requires check_curve().
[[nodiscard]] StablePart stable_part(const RangeCurve& curve);

// The losses with those above x0 + 2·(x0 − m) brought down to that, so that the last points before
// the stop do not outweigh the fall. x0 = `initial`, m = lowest median of 5 in a row.
[[nodiscard]] std::vector<double> clipped_loss(const StablePart& part, double initial);

// Index of the largest stable rate: the last at which the median of the last 5 losses is below
// `initial`; the last of all when there is none.
[[nodiscard]] std::size_t edge_index(const StablePart& part, double initial);

}  // namespace lrsweep::finders
