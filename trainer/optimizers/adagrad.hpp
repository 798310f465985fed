// AdaGrad, as torch.optim.Adagrad (Duchi et al., JMLR 12, 2011, diagonal form), without decay of
// the rate and with sums that start at 0:
//   g ← g + weight_decay·w;  s ← s + g²;  w ← w − lr·g/(√s + eps).
#pragma once

#include <memory>

#include "core/spec.hpp"
#include "trainer/optimizers/optimizer.hpp"

namespace lrsweep::trainer {

// optimizer.eps.
[[nodiscard]] std::unique_ptr<Optimizer> make_adagrad(const core::Spec& spec, ParameterGroup group);

}  // namespace lrsweep::trainer
