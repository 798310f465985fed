// Stochastic gradient descent with momentum, as torch.optim.SGD (Sutskever et al., ICML 2013, in
// PyTorch's form):
//   g ← g + weight_decay·w;  v ← momentum·v + (1 − dampening)·g (v = g at first);
//   w ← w − lr·v, with Nesterov's momentum (dampening 0) w ← w − lr·(g + momentum·v).
#pragma once

#include <memory>

#include "core/spec.hpp"
#include "trainer/optimizers/optimizer.hpp"

namespace lrsweep::trainer {

// optimizer.momentum, .dampening, .nesterov.
[[nodiscard]] std::unique_ptr<Optimizer> make_sgd(const core::Spec& spec, ParameterGroup group);

}  // namespace lrsweep::trainer
