// The gradient's norm, and scaling it down, without waiting for the device.
#pragma once

#include <ATen/core/Tensor.h>

#include <optional>
#include <vector>

namespace lrsweep::trainer {

// float32 scalars on the gradients' device.
struct Clip {
  at::Tensor norm;     // L2 over all gradients, before clipping
  at::Tensor clipped;  // 1 where it exceeded the largest allowed, else 0
};

// Scales all gradients in place by min(1, largest/(norm + 1e-6)), as torch's clip_grad_norm_ does
// (Pascanu et al., arXiv 1211.5063); without `largest` only measures.
Clip clip_gradients(const std::vector<at::Tensor>& gradients, std::optional<double> largest);

}  // namespace lrsweep::trainer
