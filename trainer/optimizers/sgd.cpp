#include "trainer/optimizers/sgd.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/spec_defaults.hpp"
#include "trainer/optimizers/tensor_lists.hpp"

namespace lrsweep::trainer {
namespace {

class Sgd final : public Optimizer {
 public:
  Sgd(const core::Spec& spec, ParameterGroup group)
      : parameters_(std::move(group.parameters)),
        weight_decay_(group.weight_decay),
        momentum_(core::momentum(spec)),
        dampening_(spec.number("optimizer.dampening")),
        nesterov_(spec.flag("optimizer.nesterov")) {
    if (momentum_ == 0) return;
    velocity_ = zeros_of(parameters_);
    if (dampening_ > 0) started_ = make_count(parameters_);
  }

  [[nodiscard]] bool takes_device_rate() const override { return true; }
  void set_momentum(double momentum) override {
    constexpr double kSmallest = 1e-30;  // the kernel refuses a velocity without momentum
    if (!velocity_.empty()) momentum_ = std::max(momentum, kSmallest);
  }
  [[nodiscard]] std::vector<at::Tensor> state() const override {
    return started_.defined() ? joined({velocity_, {started_}}) : velocity_;
  }

 protected:
  void apply(double lr, const at::Tensor& found_inf) override {
    const at::NoGradGuard no_grad;
    const auto gradients = gradients_of(parameters_);
    if (!started_.defined()) return update(gradients, weight_decay_, lr, found_inf);
    dampen(gradients);
    update(gradients, 0, lr, found_inf);
    if (found_inf.defined()) {
      at::maximum_out(started_, started_, 1 - found_inf);
    } else {
      started_.fill_(1);
    }
  }

 private:
  void update(const TensorList& gradients, double weight_decay, double lr,
              const at::Tensor& found_inf) {
    const auto call = [&](const auto& rate) {
      at::_fused_sgd_(parameters_, gradients, velocity_, weight_decay, momentum_, rate,
                      /*dampening=*/0.0, nesterov_, /*maximize=*/false, /*is_first_step=*/false, {},
                      found_inf.defined() ? std::optional(found_inf) : std::nullopt);
    };
    device_rate().defined() ? call(device_rate()) : call(lr);
  }

  // The first update is not dampened, and which one that is only the device knows: the kernel's own
  // dampening would have to be told here.
  void dampen(const TensorList& gradients) {
    at::_foreach_add_(gradients, parameters_, weight_decay_);
    at::_foreach_mul_(gradients, 1 - dampening_ * started_);
  }

  TensorList parameters_;
  TensorList velocity_;
  at::Tensor started_;  // 1 after the first update, where there is dampening
  double weight_decay_;
  double momentum_;
  double dampening_;
  bool nesterov_;
};

}  // namespace

std::unique_ptr<Optimizer> make_sgd(const core::Spec& spec, ParameterGroup group) {
  return std::make_unique<Sgd>(spec, std::move(group));
}

}  // namespace lrsweep::trainer
