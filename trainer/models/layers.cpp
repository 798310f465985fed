#include "trainer/models/layers.hpp"

#include <ATen/ATen.h>

#include <cmath>

#include "trainer/random.hpp"

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
                     at::Generator& generator) {
  const auto fan_in = inputs * kernel * kernel;
  const at::Tensor weight = uniform({outputs, inputs, kernel, kernel}, fan_in, generator);
  const at::Tensor bias = uniform({outputs}, fan_in, generator);
  // contiguous(ChannelsLast) would keep the old strides where a dimension is 1, and lose the fast
  // kernels.
  return {weight.to(weight.options(), /*non_blocking=*/false, /*copy=*/true,
                    at::MemoryFormat::ChannelsLast),
          bias};
}

Dropout::Dropout(double share, c10::Device device, std::uint64_t seed)
    : share_(share), generator_(device_generator(device, seed)) {}

at::Tensor Dropout::operator()(const at::Tensor& values, bool training) {
  if (!training || share_ == 0) return values;
  const double kept = 1 - share_;
  return values * at::empty_like(values).bernoulli_(kept, generator_).div_(kept);
}

}  // namespace lrsweep::trainer
