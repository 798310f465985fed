#include "trainer/optimizers/lion.hpp"

#include <ATen/ATen.h>

#include <utility>

#include "core/spec_defaults.hpp"
#include "trainer/optimizers/tensor_lists.hpp"

namespace lrsweep::trainer {
namespace {

class Lion final : public Optimizer {
 public:
  Lion(const core::Spec& spec, ParameterGroup group)
      : parameters_(std::move(group.parameters)),
        mean_(zeros_of(parameters_)),
        weight_decay_(group.weight_decay),
        beta1_(core::beta1(spec)),
        beta2_(core::beta2(spec)) {}

  void set_momentum(double momentum) override { beta1_ = momentum; }
  [[nodiscard]] std::vector<at::Tensor> state() const override { return mean_; }

 protected:
  void apply(double lr, const at::Tensor& found_inf) override {
    const at::NoGradGuard no_grad;
    const auto gradients = zero_if(found_inf, gradients_of(parameters_));
    const auto direction = at::_foreach_lerp(mean_, gradients, 1 - beta1_);
    at::_foreach_sign_(direction);
    multiply_unless(found_inf, parameters_, 1 - lr * weight_decay_);
    at::_foreach_add_(parameters_, zero_if(found_inf, direction), -lr);
    multiply_unless(found_inf, mean_, beta2_);
    at::_foreach_add_(mean_, gradients, 1 - beta2_);
  }

 private:
  TensorList parameters_;
  TensorList mean_;
  double weight_decay_;
  double beta1_;
  double beta2_;
};

}  // namespace

std::unique_ptr<Optimizer> make_lion(const core::Spec& spec, ParameterGroup group) {
  return std::make_unique<Lion>(spec, std::move(group));
}

}  // namespace lrsweep::trainer
