#include "trainer/optimizers/sgd.hpp"

#include <ATen/ATen.h>

#include <utility>

#include "core/spec_defaults.hpp"

namespace lrsweep::trainer {
namespace {

class Sgd final : public Optimizer {
 public:
  Sgd(const core::Spec& spec, std::vector<at::Tensor> parameters)
      : parameters_(std::move(parameters)),
        momentum_(core::momentum(spec)),
        weight_decay_(core::weight_decay(spec)),
        nesterov_(spec.flag("optimizer.nesterov")) {
    if (momentum_ == 0) return;
    for (const auto& parameter : parameters_) velocity_.push_back(at::zeros_like(parameter));
  }

  void step(double lr) override {
    const at::NoGradGuard no_grad;
    at::_fused_sgd_(parameters_, gradients_of(parameters_), velocity_, weight_decay_, momentum_, lr,
                    /*dampening=*/0.0, nesterov_, /*maximize=*/false,
                    std::exchange(is_first_, false));
  }

 private:
  std::vector<at::Tensor> parameters_;
  std::vector<at::Tensor> velocity_;
  double momentum_;
  double weight_decay_;
  bool nesterov_;
  bool is_first_ = true;
};

}  // namespace

std::unique_ptr<Optimizer> make_sgd(const core::Spec& spec, std::vector<at::Tensor> parameters) {
  return std::make_unique<Sgd>(spec, std::move(parameters));
}

}  // namespace lrsweep::trainer
