// Building blocks of models: initial weights and dropout.
#pragma once

#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <cstdint>

namespace lrsweep::trainer {

struct Weights {
  at::Tensor weight;
  at::Tensor bias;
};

// PyTorch's defaults for nn.Linear and nn.Conv2d: weight and bias uniform in ±1/√fan_in (He et al.,
// arXiv 1502.01852, with a = √5), drawn in the order weight, bias: the same seed gives the same
// numbers there. On the CPU, float32.
[[nodiscard]] Weights linear_weights(std::int64_t inputs, std::int64_t outputs,
                                     at::Generator& generator);  // [outputs, inputs], [outputs]
// [outputs, inputs, kernel, kernel] in channels-last order, [outputs].
[[nodiscard]] Weights conv_weights(std::int64_t inputs, std::int64_t outputs, std::int64_t kernel,
                                   at::Generator& generator);

// Inverted dropout: each element is 0 with probability `share`, else divided by 1 − share
// (Srivastava et al., JMLR 15, 2014).
class Dropout {
 public:
  // 0 <= share < 1.
  Dropout(double share, c10::Device device, std::uint64_t seed);
  [[nodiscard]] at::Tensor operator()(const at::Tensor& values, bool training);

 private:
  double share_;
  at::Generator generator_;
};

}  // namespace lrsweep::trainer
