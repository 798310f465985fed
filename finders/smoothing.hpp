// The smoothed curve that a suggestion is read off, computed after the run: centred, so it has no
// lag (an exponential moving average moves every feature to the right).
#pragma once

#include <span>
#include <vector>

namespace lrsweep::finders {

// Gaussian kernel in ln(lr) with standard deviation `width` rungs, normalised at the ends:
//   s_i = Σ_j K_ij·x_j / Σ_j K_ij,  K_ij = exp(−½·((ln l_i − ln l_j)/h)²),
//   h = width·(ln l_n − ln l_1)/(n − 1)
// (Nadaraya 1964, Watson 1964). Shapes: lr, loss and the result [n]; the rates positive, finite and
// increasing, the losses finite.
[[nodiscard]] std::vector<double> smoothed(std::span<const double> lr, std::span<const double> loss,
                                           double width);

// Slope d loss / d ln(lr) at each point, of second order on any spacing, one-sided at both ends:
// with h = the gap to the left and k to the right,
//   (h²·f_{i+1} + (k² − h²)·f_i − k²·f_{i−1}) / (h·k·(h + k)).
// Shapes [n], n >= 2.
[[nodiscard]] std::vector<double> log_slope(std::span<const double> lr,
                                            std::span<const double> loss);

// The same for any abscissa (numpy.gradient and torch.gradient with coordinates).
[[nodiscard]] std::vector<double> slope(std::span<const double> x, std::span<const double> y);

}  // namespace lrsweep::finders
