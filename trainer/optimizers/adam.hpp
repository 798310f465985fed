// Adam and AdamW, as torch.optim.Adam and torch.optim.AdamW:
//   adam   g ← g + weight_decay·w (Kingma and Ba, arXiv 1412.6980, algorithm 1, with L2)
//   adamw  w ← w − lr·weight_decay·w (Loshchilov and Hutter, arXiv 1711.05101, algorithm 2)
// then, in update t (from 1),
//   m ← β1·m + (1 − β1)·g;  v ← β2·v + (1 − β2)·g²;
//   w ← w − lr·(m/(1 − β1^t)) / (√(v/(1 − β2^t)) + eps).
#pragma once

#include <memory>

#include "core/spec.hpp"
#include "trainer/optimizers/optimizer.hpp"

namespace lrsweep::trainer {

// optimizer.beta1, .beta2, .eps.
[[nodiscard]] std::unique_ptr<Optimizer> make_adam(const core::Spec& spec, ParameterGroup group);
[[nodiscard]] std::unique_ptr<Optimizer> make_adamw(const core::Spec& spec, ParameterGroup group);

}  // namespace lrsweep::trainer
