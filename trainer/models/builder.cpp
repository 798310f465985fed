#include "trainer/models/builder.hpp"

#include <ATen/ATen.h>

#include <utility>

#include "trainer/random.hpp"

namespace lrsweep::trainer {

ModelBuilder::ModelBuilder(Model& model, const ModelSeeds& seeds, c10::Device device)
    : model_(model), generator_(cpu_generator(seeds.init)), device_(device) {
  model_.dropout_seed_ = seeds.dropout;
  model_.dropout_generator_ = device_generator(device, seeds.dropout);
}

at::Tensor ModelBuilder::add(const std::string& name, const at::Tensor& values) {
  return model_.add_parameter(name, values.to(device_));
}

at::Tensor ModelBuilder::add_buffer(const std::string& name, const at::Tensor& values) {
  return model_.add_buffer(name, values.to(device_));
}

Linear ModelBuilder::linear(const std::string& name, std::int64_t inputs, std::int64_t outputs,
                            std::int64_t rows) {
  const auto drawn = linear_weights(inputs, outputs, generator_);
  count(2 * inputs * outputs * rows);
  auto weight = add(name + ".weight", drawn.weight);
  return {std::move(weight), add(name + ".bias", drawn.bias)};
}

Conv ModelBuilder::conv(const std::string& name, const ConvOptions& options, std::int64_t height,
                        std::int64_t width) {
  const auto drawn =
      conv_weights(options.inputs, options.outputs, options.kernel, generator_, options.bias);
  count(2 * drawn.weight.numel() * height * width);
  Conv conv{options, add(name + ".weight", drawn.weight), {}};
  if (options.bias) conv.bias = add(name + ".bias", drawn.bias);
  return conv;
}

Norm ModelBuilder::norm(const std::string& name, const std::string& kind, std::int64_t channels) {
  NormTensors tensors;
  if (kind != "none") {
    tensors.weight = add(name + ".weight", at::ones({channels}));
    tensors.bias = add(name + ".bias", at::zeros({channels}));
  }
  if (kind == "batch") {
    tensors.running_mean = add_buffer(name + ".running_mean", at::zeros({channels}));
    tensors.running_variance = add_buffer(name + ".running_var", at::ones({channels}));
  }
  return Norm(kind, std::move(tensors), model_.batch_normalize_);
}

Dropout ModelBuilder::dropout(double share) { return Dropout(share, model_.dropout_generator_); }

at::Tensor ModelBuilder::normal(const std::string& name, at::IntArrayRef shape, double deviation) {
  return add(name, at::empty(shape, at::kFloat).normal_(0, deviation, generator_));
}

}  // namespace lrsweep::trainer
