// The gradient's norm, and making it smaller, without waiting for the device.
#pragma once

#include <ATen/core/Tensor.h>

#include <optional>
#include <vector>

namespace lrsweep::trainer {

// float32 scalars on the gradients' device.
struct Clip {
  at::Tensor norm;     // L2 over all gradients, before clipping
  at::Tensor clipped;  // 1 where a limit was exceeded, else 0
};

// In place, over at least one tensor; without limits only measures:
//   largest_norm   all gradients are scaled by min(1, largest_norm/(norm + 1e-6)), as torch's
//                  clip_grad_norm_ does (Pascanu et al., arXiv 1211.5063)
//   largest_value  then each element is brought into [−largest_value, largest_value], as torch's
//                  clip_grad_value_ does
Clip clip_gradients(const std::vector<at::Tensor>& gradients, std::optional<double> largest_norm,
                    std::optional<double> largest_value = {});

}  // namespace lrsweep::trainer
