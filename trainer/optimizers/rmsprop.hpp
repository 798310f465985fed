// RMSProp, as torch.optim.RMSprop (Tieleman and Hinton, COURSERA lecture 6.5, 2012; not centered):
//   g ← g + weight_decay·w;  s ← alpha·s + (1 − alpha)·g²;  u = g/(√s + eps);
//   w ← w − lr·u, with momentum v ← momentum·v + u, w ← w − lr·v.
#pragma once

#include <memory>

#include "core/spec.hpp"
#include "trainer/optimizers/optimizer.hpp"

namespace lrsweep::trainer {

// optimizer.alpha, .eps, .momentum.
[[nodiscard]] std::unique_ptr<Optimizer> make_rmsprop(const core::Spec& spec, ParameterGroup group);

}  // namespace lrsweep::trainer
