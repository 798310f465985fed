// What the train loop knows of an optimizer.
#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

namespace lrsweep::trainer {

class Optimizer {
 public:
  virtual ~Optimizer() = default;
  // One update of all parameters from their gradients, at this rate. Every parameter must have a
  // gradient. Waits for no device.
  virtual void step(double lr) = 0;
};

// The gradients of `parameters`, in their order.
[[nodiscard]] std::vector<at::Tensor> gradients_of(const std::vector<at::Tensor>& parameters);

}  // namespace lrsweep::trainer
