// Normalisation of what a layer gives, with a weight and a bias a channel.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace lrsweep::trainer {

struct NormTensors {
  at::Tensor weight;            // [c]
  at::Tensor bias;              // [c]
  at::Tensor running_mean;      // [c], of batch
  at::Tensor running_variance;  // [c], of batch; unbiased
};

// Batch normalisation while training: the normalised values, as a function that autograd follows;
// moves the running statistics. One that takes its sums over all ranks goes through here.
using BatchNormalize = std::function<at::Tensor(const at::Tensor& values, const NormTensors&)>;

// By the mean and variance of these values alone: nn.BatchNorm2d's, and nn.BatchNorm1d's.
[[nodiscard]] at::Tensor normalize_batch(const at::Tensor& values, const NormTensors& tensors);

// ε = 1e-5. By name:
//   none    the values themselves
//   batch   over all samples and places of a channel (Ioffe and Szegedy, arXiv 1502.03167); running
//           statistics move by 0.1 an update and stand in outside training
//   group   over groups of a sample's channels, and places (Wu and He, arXiv 1803.08494): the most
//           groups up to 32 that divide the channels
//   layer   over all of a sample's channels (Ba et al., arXiv 1607.06450), and places
class Norm {
 public:
  // `batch_normalize` is read at every call, and must outlive it.
  Norm(std::string_view kind, NormTensors tensors, const BatchNormalize& batch_normalize);

  // [n, c] or [n, c, h, w]; "layer" also takes [n, tokens, c].
  [[nodiscard]] at::Tensor operator()(const at::Tensor& values, bool training) const;

 private:
  [[nodiscard]] at::Tensor batch(const at::Tensor& values, bool training) const;

  std::string kind_;
  NormTensors tensors_;
  const BatchNormalize* batch_normalize_;
};

}  // namespace lrsweep::trainer
