#include "trainer/train/loss.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <string_view>

namespace lrsweep::trainer {
namespace {

LossKind kind_of(std::string_view name) {
  if (name == "mse") return LossKind::kMse;
  if (name == "mae") return LossKind::kMae;
  return name == "huber" ? LossKind::kHuber : LossKind::kCrossEntropy;
}

}  // namespace

at::Tensor Loss::operator()(const at::Tensor& outputs, const at::Tensor& targets) const {
  constexpr std::int64_t kIgnoreNone = -100;
  const at::Tensor values = outputs.to(at::kFloat);
  switch (kind_) {
    case LossKind::kCrossEntropy:
      return at::cross_entropy_loss(values, targets, {}, at::Reduction::Mean, kIgnoreNone,
                                    label_smoothing_);
    case LossKind::kMse:
      return at::mse_loss(values.squeeze(1), targets);
    case LossKind::kMae:
      return at::l1_loss(values.squeeze(1), targets);
    case LossKind::kHuber:
      return at::huber_loss(values.squeeze(1), targets, at::Reduction::Mean, huber_delta_);
  }
  return {};
}

core::Result<Loss> make_loss(const core::Spec& spec, bool classification) {
  const auto name = spec.has("train.loss") ? spec.text("train.loss")
                    : classification       ? "cross_entropy"
                                           : "mse";
  const auto kind = kind_of(name);
  if ((kind == LossKind::kCrossEntropy) != classification) {
    return core::fail(core::ErrorKind::kUsage,
                      fmt::format("train.loss {}: the targets are {}; allowed: {}", name,
                                  classification ? "classes" : "numbers",
                                  classification ? "cross_entropy" : "mse, mae, huber"));
  }
  const double smoothing = spec.number("train.label_smoothing");
  if (smoothing > 0 && !classification) {
    return core::fail(
        core::ErrorKind::kUsage,
        fmt::format("train.label_smoothing {}: the targets are numbers; allowed: 0", smoothing));
  }
  return Loss(kind, smoothing, spec.number("train.huber_delta"));
}

}  // namespace lrsweep::trainer
