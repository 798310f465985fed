// An exponential moving average of a model's weights.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

namespace lrsweep::trainer {

// In update t (from 1): a ← d·a + (1 − d)·w with d = min(decay, (1 + t)/(10 + t)), so that the
// first weights are soon forgotten (TensorFlow's ExponentialMovingAverage with num_updates;
// averages of iterates: Polyak and Juditsky, SIAM J. Control Optim. 30, 1992). Running statistics
// are copied.
class WeightAverage {
 public:
  // Tensors of the model, which are changed by swap() only. Either list may be empty.
  WeightAverage(std::vector<at::Tensor> parameters, std::vector<at::Tensor> buffers, double decay);

  // After each update of the optimizer. Waits for no device.
  void update();

  // Exchanges averaged and live values in place, bit for bit; a second call puts them back. No
  // update() in between. Allocates nothing and waits for no device.
  void swap();

  // For checkpoints, as Optimizer::state(), while not swapped.
  [[nodiscard]] std::vector<at::Tensor> state() const;
  [[nodiscard]] std::int64_t updates() const { return updates_; }
  void set_updates(std::int64_t updates) { updates_ = updates; }

 private:
  std::vector<at::Tensor> live_;
  std::vector<at::Tensor> average_;
  std::vector<at::Tensor> live_buffers_;
  std::vector<at::Tensor> average_buffers_;
  double decay_;
  std::int64_t updates_ = 0;
};

// The averaged weights stand in for the live ones while it lives; null does nothing.
class Averaged {
 public:
  explicit Averaged(WeightAverage* average) : average_(average) {
    if (average_ != nullptr) average_->swap();
  }
  ~Averaged() {
    if (average_ != nullptr) average_->swap();
  }
  Averaged(const Averaged&) = delete;
  Averaged& operator=(const Averaged&) = delete;

 private:
  WeightAverage* average_;
};

}  // namespace lrsweep::trainer
