// Lion (Chen et al., arXiv 2302.06675, algorithm 2), decay of the weights apart from the gradient:
//   u = sign(β1·m + (1 − β1)·g);  w ← w − lr·(u + weight_decay·w);  m ← β2·m + (1 − β2)·g.
#pragma once

#include <memory>

#include "core/spec.hpp"
#include "trainer/optimizers/optimizer.hpp"

namespace lrsweep::trainer {

// optimizer.beta1, .beta2.
[[nodiscard]] std::unique_ptr<Optimizer> make_lion(const core::Spec& spec, ParameterGroup group);

}  // namespace lrsweep::trainer
