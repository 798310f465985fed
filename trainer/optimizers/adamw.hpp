// AdamW, as torch.optim.AdamW (Loshchilov and Hutter, arXiv 1711.05101, algorithm 2):
//   w ← w − lr·weight_decay·w;  m ← β1·m + (1 − β1)·g;  v ← β2·v + (1 − β2)·g²;
//   w ← w − lr·(m/(1 − β1^t)) / (√(v/(1 − β2^t)) + eps).
#pragma once

#include <memory>

#include "core/spec.hpp"
#include "trainer/optimizers/optimizer.hpp"

namespace lrsweep::trainer {

// optimizer.beta1, .beta2, .eps, .weight_decay.
[[nodiscard]] std::unique_ptr<Optimizer> make_adamw(const core::Spec& spec,
                                                    std::vector<at::Tensor> parameters);

}  // namespace lrsweep::trainer
