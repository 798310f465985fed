// Draws and registers a model's tensors while it is being made.
#pragma once

#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <cstdint>
#include <string>

#include "trainer/models/layers.hpp"
#include "trainer/models/model.hpp"
#include "trainer/models/norm.hpp"

namespace lrsweep::trainer {

// Weights are drawn in the order of the calls, as PyTorch draws those of nn.Linear and nn.Conv2d: a
// plain module that makes its layers in the same order from the same seed has the same numbers.
class ModelBuilder {
 public:
  ModelBuilder(Model& model, const ModelSeeds& seeds, c10::Device device);

  // `rows` is how often it is applied for one sample (tokens).
  [[nodiscard]] Linear linear(const std::string& name, std::int64_t inputs, std::int64_t outputs,
                              std::int64_t rows = 1);
  // `height` and `width` are its output's, for counting.
  [[nodiscard]] Conv conv(const std::string& name, const ConvOptions& options, std::int64_t height,
                          std::int64_t width);
  // By one of Norm's names; weight 1, bias 0.
  [[nodiscard]] Norm norm(const std::string& name, const std::string& kind, std::int64_t channels);
  [[nodiscard]] Dropout dropout(double share);

  // Normal with that deviation, mean 0.
  [[nodiscard]] at::Tensor normal(const std::string& name, at::IntArrayRef shape, double deviation);
  // Products that no layer above counts, in FLOP for one sample.
  void count(std::int64_t flops) { model_.count_flops(flops); }

 private:
  [[nodiscard]] at::Tensor add(const std::string& name, const at::Tensor& values);
  [[nodiscard]] at::Tensor add_buffer(const std::string& name, const at::Tensor& values);

  Model& model_;
  at::Generator generator_;
  c10::Device device_;
};

}  // namespace lrsweep::trainer
