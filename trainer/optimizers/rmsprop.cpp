#include "trainer/optimizers/rmsprop.hpp"

#include <ATen/ATen.h>

#include <utility>

#include "core/spec_defaults.hpp"
#include "trainer/optimizers/tensor_lists.hpp"

namespace lrsweep::trainer {
namespace {

class Rmsprop final : public Optimizer {
 public:
  Rmsprop(const core::Spec& spec, ParameterGroup group)
      : parameters_(std::move(group.parameters)),
        square_(zeros_of(parameters_)),
        weight_decay_(group.weight_decay),
        momentum_(core::momentum(spec)),
        alpha_(spec.number("optimizer.alpha")),
        eps_(core::eps(spec)) {
    if (momentum_ > 0) velocity_ = zeros_of(parameters_);
  }

  void set_momentum(double momentum) override { momentum_ = momentum; }
  [[nodiscard]] std::vector<at::Tensor> state() const override {
    return joined({square_, velocity_});
  }

 protected:
  void apply(double lr, const at::Tensor& found_inf) override {
    const at::NoGradGuard no_grad;
    auto gradients = gradients_of(parameters_);
    if (weight_decay_ > 0) at::_foreach_add_(gradients, parameters_, weight_decay_);
    gradients = zero_if(found_inf, gradients);
    multiply_unless(found_inf, square_, alpha_);
    at::_foreach_addcmul_(square_, gradients, gradients, 1 - alpha_);
    const auto root = at::_foreach_sqrt(square_);
    at::_foreach_add_(root, eps_);
    if (velocity_.empty()) return at::_foreach_addcdiv_(parameters_, gradients, root, -lr);
    multiply_unless(found_inf, velocity_, momentum_);
    at::_foreach_addcdiv_(velocity_, gradients, root);
    at::_foreach_add_(parameters_, zero_if(found_inf, velocity_), -lr);
  }

 private:
  TensorList parameters_;
  TensorList square_;
  TensorList velocity_;
  double weight_decay_;
  double momentum_;
  double alpha_;
  double eps_;
};

}  // namespace

std::unique_ptr<Optimizer> make_rmsprop(const core::Spec& spec, ParameterGroup group) {
  return std::make_unique<Rmsprop>(spec, std::move(group));
}

}  // namespace lrsweep::trainer
