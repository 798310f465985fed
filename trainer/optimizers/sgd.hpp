// Stochastic gradient descent with momentum, as torch.optim.SGD (Sutskever et al., ICML 2013, in
// PyTorch's form):
//   g ← g + weight_decay·w;  v ← momentum·v + g (v = g at first);
//   w ← w − lr·v, with Nesterov's momentum w ← w − lr·(g + momentum·v).
#pragma once

#include <memory>

#include "core/spec.hpp"
#include "trainer/optimizers/optimizer.hpp"

namespace lrsweep::trainer {

// optimizer.momentum, .weight_decay, .nesterov.
[[nodiscard]] std::unique_ptr<Optimizer> make_sgd(const core::Spec& spec,
                                                  std::vector<at::Tensor> parameters);

}  // namespace lrsweep::trainer
