// The moving averages by which other tools smooth raw losses. Each returns one value a loss; a NaN
// makes all that follow NaN, as there.
#pragma once

#include <span>
#include <vector>

namespace lrsweep::finders {

// fastai 2.8, AvgSmoothLoss: a_t = 0.98·a_{t−1} + 0.02·x_t, a_0 = 0; s_t = a_t/(1 − 0.98^t), t
// from 1.
[[nodiscard]] std::vector<double> fastai_smoothed(std::span<const double> loss);

// Lightning 2.6, _LRCallback: a_t as above; s_t = a_t/(1 − 0.98^(t+1)).
[[nodiscard]] std::vector<double> lightning_smoothed(std::span<const double> loss);

// torch-lr-finder 0.2.2 and Ignite 0.5, smooth_f = 0.05: s_1 = x_1; s_t = 0.05·x_t + 0.95·s_{t−1}.
[[nodiscard]] std::vector<double> torch_lr_finder_smoothed(std::span<const double> loss);

}  // namespace lrsweep::finders
