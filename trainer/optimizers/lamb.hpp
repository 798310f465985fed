// LAMB (You et al., arXiv 1904.00962, algorithm 2, φ the identity), in update t (from 1):
//   m ← β1·m + (1 − β1)·g;  v ← β2·v + (1 − β2)·g²;
//   u = (m/(1 − β1^t)) / (√(v/(1 − β2^t)) + eps) + weight_decay·w;
//   w ← w − lr·(‖w‖/‖u‖)·u, with L2 norms over each parameter tensor; 1 where either is 0.
#pragma once

#include <memory>

#include "core/spec.hpp"
#include "trainer/optimizers/optimizer.hpp"

namespace lrsweep::trainer {

// optimizer.beta1, .beta2, .eps.
[[nodiscard]] std::unique_ptr<Optimizer> make_lamb(const core::Spec& spec, ParameterGroup group);

}  // namespace lrsweep::trainer
