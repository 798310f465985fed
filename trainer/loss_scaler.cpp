#include "trainer/loss_scaler.hpp"

#include <ATen/ATen.h>

namespace lrsweep::trainer {
namespace {

constexpr double kFirst = 65536;
constexpr double kGrowth = 2;
constexpr double kBackoff = 0.5;
constexpr std::int64_t kGoodUpdates = 2000;

}  // namespace

LossScaler::LossScaler(c10::Device device)
    : factor_(at::full({}, kFirst, at::TensorOptions(device).dtype(at::kFloat))),
      good_(at::zeros({}, at::TensorOptions(device).dtype(at::kInt))),
      found_inf_(at::zeros_like(factor_)),
      skipped_(at::zeros_like(factor_)) {}

at::Tensor LossScaler::scale(const at::Tensor& loss) const { return loss * factor_; }

void LossScaler::unscale(const std::vector<at::Tensor>& gradients) {
  const at::NoGradGuard no_grad;
  found_inf_.zero_();
  at::_amp_foreach_non_finite_check_and_unscale_(gradients, found_inf_, factor_.reciprocal());
}

void LossScaler::update() {
  const at::NoGradGuard no_grad;
  skipped_.add_(found_inf_);
  at::_amp_update_scale_(factor_, good_, found_inf_, kGrowth, kBackoff, kGoodUpdates);
}

}  // namespace lrsweep::trainer
