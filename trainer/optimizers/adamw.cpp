#include "trainer/optimizers/adamw.hpp"

#include <ATen/ATen.h>

#include <utility>

#include "core/spec_defaults.hpp"

namespace lrsweep::trainer {
namespace {

class Adamw final : public Optimizer {
 public:
  Adamw(const core::Spec& spec, std::vector<at::Tensor> parameters)
      : parameters_(std::move(parameters)),
        beta1_(spec.number("optimizer.beta1")),
        beta2_(spec.number("optimizer.beta2")),
        eps_(spec.number("optimizer.eps")),
        weight_decay_(core::weight_decay(spec)) {
    for (const auto& parameter : parameters_) {
      mean_.push_back(at::zeros_like(parameter));
      square_.push_back(at::zeros_like(parameter));
      // The kernel takes the count of updates as a tensor beside each parameter.
      updates_.push_back(at::zeros({}, parameter.options()));
    }
  }

  void step(double lr) override {
    const at::NoGradGuard no_grad;
    at::_foreach_add_(updates_, 1);
    at::_fused_adamw_(parameters_, gradients_of(parameters_), mean_, square_, {}, updates_, lr,
                      beta1_, beta2_, weight_decay_, eps_, /*amsgrad=*/false, /*maximize=*/false);
  }

 private:
  std::vector<at::Tensor> parameters_;
  std::vector<at::Tensor> mean_;
  std::vector<at::Tensor> square_;
  std::vector<at::Tensor> updates_;
  double beta1_;
  double beta2_;
  double eps_;
  double weight_decay_;
};

}  // namespace

std::unique_ptr<Optimizer> make_adamw(const core::Spec& spec, std::vector<at::Tensor> parameters) {
  return std::make_unique<Adamw>(spec, std::move(parameters));
}

}  // namespace lrsweep::trainer
