#include "trainer/optimizers/adam.hpp"

#include <ATen/ATen.h>

#include <optional>
#include <utility>

#include "core/spec_defaults.hpp"
#include "trainer/optimizers/tensor_lists.hpp"

namespace lrsweep::trainer {
namespace {

enum class Decay { kInGradient, kOfWeights };

class Adam final : public Optimizer {
 public:
  Adam(const core::Spec& spec, ParameterGroup group, Decay decay)
      : parameters_(std::move(group.parameters)),
        mean_(zeros_of(parameters_)),
        square_(zeros_of(parameters_)),
        count_(make_count(parameters_)),
        decay_(decay),
        weight_decay_(group.weight_decay),
        beta1_(core::beta1(spec)),
        beta2_(core::beta2(spec)),
        eps_(core::eps(spec)) {}

  [[nodiscard]] bool takes_device_rate() const override { return true; }
  void set_momentum(double momentum) override { beta1_ = momentum; }
  [[nodiscard]] std::vector<at::Tensor> state() const override {
    return joined({mean_, square_, {count_}});
  }

 protected:
  void apply(double lr, const at::Tensor& found_inf) override {
    const at::NoGradGuard no_grad;
    count_.add_(1);
    const auto skip = found_inf.defined() ? std::optional(found_inf) : std::nullopt;
    const auto gradients = gradients_of(parameters_);
    // The kernels want a count beside each parameter and only read it.
    const TensorList counts(parameters_.size(), count_);
    const auto call = [&](const auto& rate) {
      if (decay_ == Decay::kInGradient) {
        at::_fused_adam_(parameters_, gradients, mean_, square_, {}, counts, rate, beta1_, beta2_,
                         weight_decay_, eps_, /*amsgrad=*/false, /*maximize=*/false, {}, skip);
      } else {
        at::_fused_adamw_(parameters_, gradients, mean_, square_, {}, counts, rate, beta1_, beta2_,
                          weight_decay_, eps_, /*amsgrad=*/false, /*maximize=*/false, {}, skip);
      }
    };
    device_rate().defined() ? call(device_rate()) : call(lr);
    take_back(count_, found_inf);
  }

 private:
  TensorList parameters_;
  TensorList mean_;
  TensorList square_;
  at::Tensor count_;
  Decay decay_;
  double weight_decay_;
  double beta1_;
  double beta2_;
  double eps_;
};

}  // namespace

std::unique_ptr<Optimizer> make_adam(const core::Spec& spec, ParameterGroup group) {
  return std::make_unique<Adam>(spec, std::move(group), Decay::kInGradient);
}

std::unique_ptr<Optimizer> make_adamw(const core::Spec& spec, ParameterGroup group) {
  return std::make_unique<Adam>(spec, std::move(group), Decay::kOfWeights);
}

}  // namespace lrsweep::trainer
