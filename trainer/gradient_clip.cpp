#include "trainer/gradient_clip.hpp"

#include <ATen/ATen.h>

#include <limits>

namespace lrsweep::trainer {
namespace {

using TensorList = std::vector<at::Tensor>;

// 1 where it was clipped.
at::Tensor clip_norm(const TensorList& gradients, const at::Tensor& norm, double largest) {
  at::_foreach_mul_(gradients, (largest / (norm + 1e-6)).clamp_max_(1.0));
  return (norm > largest).to(at::kFloat);
}

at::Tensor clip_value(const TensorList& gradients, double largest) {
  constexpr double kMaximum = std::numeric_limits<double>::infinity();
  const at::Tensor found = at::stack(at::_foreach_norm(gradients, kMaximum)).amax();
  at::_foreach_clamp_min_(gradients, -largest);
  at::_foreach_clamp_max_(gradients, largest);
  return (found > largest).to(at::kFloat);
}

}  // namespace

Clip clip_gradients(const TensorList& gradients, std::optional<double> largest_norm,
                    std::optional<double> largest_value) {
  const at::NoGradGuard no_grad;
  Clip clip;
  clip.norm = at::linalg_vector_norm(at::stack(at::_foreach_norm(gradients, 2)), 2);
  clip.clipped = at::zeros_like(clip.norm);
  if (largest_norm) clip.clipped = clip_norm(gradients, clip.norm, *largest_norm);
  if (largest_value) {
    clip.clipped = at::maximum(clip.clipped, clip_value(gradients, *largest_value));
  }
  return clip;
}

}  // namespace lrsweep::trainer
