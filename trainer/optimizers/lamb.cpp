#include "trainer/optimizers/lamb.hpp"

#include <ATen/ATen.h>

#include <utility>

#include "core/spec_defaults.hpp"
#include "trainer/optimizers/tensor_lists.hpp"

namespace lrsweep::trainer {
namespace {

// One scalar a tensor.
TensorList trust_ratios(const TensorList& weights, const TensorList& directions) {
  const at::Tensor of_weights = at::stack(at::_foreach_norm(weights));
  const at::Tensor of_directions = at::stack(at::_foreach_norm(directions));
  const at::Tensor has_none = (of_weights * of_directions).eq(0);
  return (of_weights / of_directions).masked_fill_(has_none, 1).unbind();
}

class Lamb final : public Optimizer {
 public:
  Lamb(const core::Spec& spec, ParameterGroup group)
      : parameters_(std::move(group.parameters)),
        mean_(zeros_of(parameters_)),
        square_(zeros_of(parameters_)),
        count_(make_count(parameters_)),
        weight_decay_(group.weight_decay),
        beta1_(core::beta1(spec)),
        beta2_(core::beta2(spec)),
        eps_(core::eps(spec)) {}

  void set_momentum(double momentum) override { beta1_ = momentum; }
  [[nodiscard]] std::vector<at::Tensor> state() const override {
    return joined({mean_, square_, {count_}});
  }

 protected:
  void apply(double lr, const at::Tensor& found_inf) override {
    const at::NoGradGuard no_grad;
    count_.add_(1);
    accumulate(zero_if(found_inf, gradients_of(parameters_)), found_inf);
    const auto step = directions();
    at::_foreach_mul_(step, trust_ratios(parameters_, step));
    at::_foreach_add_(parameters_, zero_if(found_inf, step), -lr);
    take_back(count_, found_inf);
  }

 private:
  void accumulate(const TensorList& gradients, const at::Tensor& found_inf) {
    multiply_unless(found_inf, mean_, beta1_);
    at::_foreach_add_(mean_, gradients, 1 - beta1_);
    multiply_unless(found_inf, square_, beta2_);
    at::_foreach_addcmul_(square_, gradients, gradients, 1 - beta2_);
  }

  [[nodiscard]] TensorList directions() const {
    const auto root = at::_foreach_sqrt(square_);
    at::_foreach_div_(root, bias(beta2_).sqrt_().to(at::kFloat));
    at::_foreach_add_(root, eps_);
    auto all = at::_foreach_div(mean_, root);
    at::_foreach_div_(all, bias(beta1_).to(at::kFloat));
    if (weight_decay_ > 0) at::_foreach_add_(all, parameters_, weight_decay_);
    return all;
  }

  // 1 − β^t; in float32 it would lose half its digits while t is small.
  [[nodiscard]] at::Tensor bias(double beta) const {
    return 1 - at::pow(beta, count_.to(at::kDouble));
  }

  TensorList parameters_;
  TensorList mean_;
  TensorList square_;
  at::Tensor count_;
  double weight_decay_;
  double beta1_;
  double beta2_;
  double eps_;
};

}  // namespace

std::unique_ptr<Optimizer> make_lamb(const core::Spec& spec, ParameterGroup group) {
  return std::make_unique<Lamb>(spec, std::move(group));
}

}  // namespace lrsweep::trainer
