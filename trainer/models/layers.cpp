#include "trainer/models/layers.hpp"

#include <ATen/ATen.h>

#include <cmath>

namespace lrsweep::trainer {
namespace {

at::Tensor uniform(at::IntArrayRef shape, std::int64_t fan_in, at::Generator& generator) {
  const double bound = 1.0 / std::sqrt(static_cast<double>(fan_in));
  return at::empty(shape, at::kFloat).uniform_(-bound, bound, generator);
}

}  // namespace

Weights linear_weights(std::int64_t inputs, std::int64_t outputs, at::Generator& generator) {
  at::Tensor weight = uniform({outputs, inputs}, inputs, generator);
  return {weight, uniform({outputs}, inputs, generator)};
}

Weights conv_weights(std::int64_t inputs, std::int64_t outputs, std::int64_t kernel,
                     at::Generator& generator, bool bias) {
  const auto fan_in = inputs * kernel * kernel;
  const at::Tensor weight = uniform({outputs, inputs, kernel, kernel}, fan_in, generator);
  // contiguous(ChannelsLast) would keep the old strides where a dimension is 1, and lose the fast
  // kernels.
  Weights drawn{weight.to(weight.options(), /*non_blocking=*/false, /*copy=*/true,
                          at::MemoryFormat::ChannelsLast),
                {}};
  if (bias) drawn.bias = uniform({outputs}, fan_in, generator);
  return drawn;
}

at::Tensor Linear::operator()(const at::Tensor& values) const {
  return at::linear(values, weight, bias);
}

at::Tensor Conv::operator()(const at::Tensor& images) const {
  return at::conv2d(images, weight, bias, options.stride, options.padding);
}

Activation activation_of(std::string_view name) {
  if (name == "gelu") return Activation::kGelu;
  if (name == "silu") return Activation::kSilu;
  return name == "tanh" ? Activation::kTanh : Activation::kRelu;
}

at::Tensor activate(Activation activation, at::Tensor values) {
  switch (activation) {
    case Activation::kRelu:
      return values.relu_();
    case Activation::kGelu:
      return at::gelu(values);
    case Activation::kSilu:
      return at::silu(values);
    case Activation::kTanh:
      return at::tanh(values);
  }
  return values;
}

bool is_monotone(Activation activation) {
  return activation == Activation::kRelu || activation == Activation::kTanh;
}

at::Tensor Dropout::operator()(const at::Tensor& values, bool training) {
  if (!training || share_ == 0) return values;
  const double kept = 1 - share_;
  return values * at::empty_like(values).bernoulli_(kept, generator_).div_(kept);
}

}  // namespace lrsweep::trainer
