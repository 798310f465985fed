#include "trainer/models/dense_head.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <utility>

#include "core/spec_defaults.hpp"

namespace lrsweep::trainer {

HeadOptions head_options(const core::Spec& spec) {
  return {core::hidden(spec), spec.number("model.dropout")};
}

DenseHead::DenseHead(HeadOptions options, c10::Device device, std::uint64_t dropout_seed)
    : hidden_(std::move(options.hidden)), dropout_(options.dropout, device, dropout_seed) {}

void DenseHead::build(std::int64_t inputs, std::int64_t outputs, at::Generator& generator,
                      const Add& add) {
  auto widths = hidden_;
  widths.push_back(outputs);
  for (const auto width : widths) {
    const auto drawn = linear_weights(inputs, width, generator);
    const auto name = fmt::format("linear{}", layers_.size());
    auto weight = add(name + ".weight", drawn.weight);
    layers_.push_back({std::move(weight), add(name + ".bias", drawn.bias)});
    inputs = width;
  }
}

at::Tensor DenseHead::forward(at::Tensor values, bool training) {
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    values = at::linear(values, layers_[i].weight, layers_[i].bias);
    if (i + 1 < layers_.size()) values = dropout_(values.relu_(), training);
  }
  return values;
}

}  // namespace lrsweep::trainer
