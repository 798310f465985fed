#include "trainer/optimizers/adagrad.hpp"

#include <ATen/ATen.h>

#include <optional>
#include <utility>

#include "core/spec_defaults.hpp"
#include "trainer/optimizers/tensor_lists.hpp"

namespace lrsweep::trainer {
namespace {

class Adagrad final : public Optimizer {
 public:
  Adagrad(const core::Spec& spec, ParameterGroup group)
      : parameters_(std::move(group.parameters)),
        sums_(zeros_of(parameters_)),
        counts_(parameters_.size(), make_count(parameters_)),
        weight_decay_(group.weight_decay),
        eps_(core::eps(spec)) {}

  void set_momentum(double /*momentum*/) override {}
  [[nodiscard]] std::vector<at::Tensor> state() const override { return sums_; }

 protected:
  void apply(double lr, const at::Tensor& found_inf) override {
    const at::NoGradGuard no_grad;
    at::_fused_adagrad_(parameters_, gradients_of(parameters_), sums_, counts_, lr,
                        /*lr_decay=*/0.0, weight_decay_, eps_, /*maximize=*/false, {},
                        found_inf.defined() ? std::optional(found_inf) : std::nullopt);
  }

 private:
  TensorList parameters_;
  TensorList sums_;
  TensorList counts_;  // the kernel wants them; without decay of the rate they do not matter
  double weight_decay_;
  double eps_;
};

}  // namespace

std::unique_ptr<Optimizer> make_adagrad(const core::Spec& spec, ParameterGroup group) {
  return std::make_unique<Adagrad>(spec, std::move(group));
}

}  // namespace lrsweep::trainer
