#include "trainer/models/norm.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <utility>

namespace lrsweep::trainer {
namespace {

constexpr double kEpsilon = 1e-5;
constexpr double kRunningShare = 0.1;
constexpr std::int64_t kMostGroups = 32;
constexpr std::int64_t kImageDimensions = 4;

std::int64_t groups_of(std::int64_t channels) {
  for (auto groups = std::min(kMostGroups, channels); groups > 1; --groups) {
    if (channels % groups == 0) return groups;
  }
  return 1;
}

at::Tensor batch_norm(const at::Tensor& values, const NormTensors& tensors, bool training) {
  return at::batch_norm(values, tensors.weight, tensors.bias, tensors.running_mean,
                        tensors.running_variance, training, kRunningShare, kEpsilon,
                        /*cudnn_enabled=*/true);
}

at::Tensor group_norm(const at::Tensor& values, const NormTensors& tensors, std::int64_t groups) {
  return at::group_norm(values, groups, tensors.weight, tensors.bias, kEpsilon);
}

at::Tensor layer_norm(const at::Tensor& values, const NormTensors& tensors) {
  if (values.dim() == kImageDimensions) return group_norm(values, tensors, 1);
  return at::layer_norm(values, {values.size(-1)}, tensors.weight, tensors.bias, kEpsilon);
}

}  // namespace

at::Tensor normalize_batch(const at::Tensor& values, const NormTensors& tensors) {
  return batch_norm(values, tensors, /*training=*/true);
}

Norm::Norm(std::string_view kind, NormTensors tensors, const BatchNormalize& batch_normalize)
    : kind_(kind), tensors_(std::move(tensors)), batch_normalize_(&batch_normalize) {}

at::Tensor Norm::operator()(const at::Tensor& values, bool training) const {
  if (kind_ == "batch") return batch(values, training);
  if (kind_ == "group") return group_norm(values, tensors_, groups_of(values.size(1)));
  if (kind_ == "layer") return layer_norm(values, tensors_);
  return values;
}

at::Tensor Norm::batch(const at::Tensor& values, bool training) const {
  if (training) return (*batch_normalize_)(values, tensors_);
  return batch_norm(values, tensors_, /*training=*/false);
}

}  // namespace lrsweep::trainer
