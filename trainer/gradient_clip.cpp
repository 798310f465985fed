#include "trainer/gradient_clip.hpp"

#include <ATen/ATen.h>

namespace lrsweep::trainer {

Clip clip_gradients(const std::vector<at::Tensor>& gradients, std::optional<double> largest) {
  const at::NoGradGuard no_grad;
  at::Tensor norm = at::linalg_vector_norm(at::stack(at::_foreach_norm(gradients, 2)), 2);
  if (!largest) return {norm, at::zeros({}, norm.options())};
  at::_foreach_mul_(gradients, (*largest / (norm + 1e-6)).clamp_max_(1.0));
  return {norm, (norm > *largest).to(at::kFloat)};
}

}  // namespace lrsweep::trainer
