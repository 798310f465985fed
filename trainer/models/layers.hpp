// Building blocks of models. Each is its weights and what it does with them.
#pragma once

#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>

#include <cstdint>
#include <string_view>
#include <utility>

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
// [outputs, inputs, kernel, kernel] in channels-last order, [outputs] where there is a bias.
[[nodiscard]] Weights conv_weights(std::int64_t inputs, std::int64_t outputs, std::int64_t kernel,
                                   at::Generator& generator, bool bias = true);

struct Linear {
  at::Tensor weight;  // [outputs, inputs]
  at::Tensor bias;    // [outputs]

  [[nodiscard]] at::Tensor operator()(const at::Tensor& values) const;  // [… , inputs]
};

struct ConvOptions {
  std::int64_t inputs = 1;  // channels
  std::int64_t outputs = 1;
  std::int64_t kernel = 3;
  std::int64_t stride = 1;
  std::int64_t padding = 1;
  bool bias = true;
};

struct Conv {
  ConvOptions options;
  at::Tensor weight;
  at::Tensor bias;  // undefined without one

  [[nodiscard]] at::Tensor operator()(const at::Tensor& images) const;  // [n, inputs, h, w]
};

enum class Activation { kRelu, kGelu, kSilu, kTanh };

// "relu", "gelu", "silu", "tanh".
[[nodiscard]] Activation activation_of(std::string_view name);
// Of a tensor that nobody else needs: where it can, in place.
[[nodiscard]] at::Tensor activate(Activation activation, at::Tensor values);
// Whether it never falls: it then commutes with a maximum.
[[nodiscard]] bool is_monotone(Activation activation);

// Inverted dropout: each element is 0 with probability `share`, else divided by 1 − share
// (Srivastava et al., JMLR 15, 2014).
class Dropout {
 public:
  // 0 <= share < 1. Draws from a generator that all of a model share.
  Dropout(double share, at::Generator generator)
      : share_(share), generator_(std::move(generator)) {}
  [[nodiscard]] at::Tensor operator()(const at::Tensor& values, bool training);

 private:
  double share_;
  at::Generator generator_;
};

}  // namespace lrsweep::trainer
