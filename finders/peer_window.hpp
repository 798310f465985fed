// What the rules of other tools are written in: windows of a smoothed curve, and NumPy's argmin and
// gradient with all their habits.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lrsweep::finders {

// A smoothed curve with what the peer drops at its ends left out.
struct Window {
  std::vector<double> lr;
  std::vector<double> loss;
};

// Leaves out the first and last points; empty when nothing is left.
[[nodiscard]] Window window(std::span<const double> lr, const std::vector<double>& loss,
                            std::size_t first, std::size_t last);

// numpy's and torch's argmin: the first of the lowest, and a NaN is lower than anything. Requires
// at least one value.
[[nodiscard]] std::size_t argmin(std::span<const double> values);

// numpy.gradient with unit spacing. Requires at least two values.
[[nodiscard]] std::vector<double> index_slope(std::span<const double> values);

}  // namespace lrsweep::finders
