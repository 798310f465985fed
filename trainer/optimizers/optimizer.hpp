// What the train loop knows of an optimizer.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace lrsweep::trainer {

// Parameters that share their weight decay.
struct ParameterGroup {
  std::vector<at::Tensor> parameters;  // at least one, float32, all on one device
  double weight_decay = 0;
};

class Optimizer {
 public:
  virtual ~Optimizer() = default;

  // One update of all parameters from their gradients, at this rate. Every parameter must have a
  // gradient, whose values are not to be relied on afterwards. Waits for no device.
  //
  // `found_inf`: float32 scalar on the parameters' device (LossScaler::found_inf()). Where it is 1,
  // parameters and state() stay as they are, bit for bit; the gradients may then hold anything.
  void step(double lr, const at::Tensor& found_inf = {}) {
    apply(lr, found_inf);
    ++updates_;
  }

  // Whether use_device_rate() does anything.
  [[nodiscard]] virtual bool takes_device_rate() const { return false; }
  // From now on step() takes its rate from this float32 scalar on the parameters' device, whatever
  // it is then, and not from its argument; an undefined tensor ends that. For updates that are
  // recorded (graphed_step.hpp).
  virtual void use_device_rate(at::Tensor rate) { device_rate_ = std::move(rate); }

  // For schedules that cycle it: momentum of sgd and rmsprop, beta1 of adam, adamw, lamb and lion.
  // Ignored by adagrad, which has none, and by sgd and rmsprop with optimizer.momentum 0, which
  // keep no velocity.
  virtual void set_momentum(double momentum) = 0;

  // Every tensor kept between updates, in an order that follows from the spec and the parameters:
  // values copied into those of a new optimizer, and set_updates(), continue a run bit for bit.
  [[nodiscard]] virtual std::vector<at::Tensor> state() const = 0;

  // Calls of step(), those skipped on the device included: only the device knows which they were.
  // What has to leave them out (bias corrections) is counted in state().
  [[nodiscard]] std::int64_t updates() const { return updates_; }
  virtual void set_updates(std::int64_t updates) { updates_ = updates; }

 protected:
  // `found_inf` as in step(); undefined where nothing is skipped.
  virtual void apply(double lr, const at::Tensor& found_inf) = 0;
  [[nodiscard]] const at::Tensor& device_rate() const { return device_rate_; }

 private:
  at::Tensor device_rate_;
  std::int64_t updates_ = 0;
};

// The gradients of `parameters`, in their order.
[[nodiscard]] std::vector<at::Tensor> gradients_of(const std::vector<at::Tensor>& parameters);

}  // namespace lrsweep::trainer
