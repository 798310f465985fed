#include "trainer/models/dense_head.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <utility>

#include "core/spec_defaults.hpp"

namespace lrsweep::trainer {

DenseHead::DenseHead(const core::Spec& spec, std::int64_t inputs, std::int64_t outputs,
                     ModelBuilder& builder)
    : activation_(activation_of(spec.text("model.activation"))),
      dropout_(builder.dropout(spec.number("model.dropout"))) {
  for (const auto width : core::hidden(spec)) {
    const auto name = fmt::format("linear{}", layers_.size());
    layers_.push_back(builder.linear(name, inputs, width));
    norms_.push_back(builder.norm("norm_" + name, core::norm(spec), width));
    inputs = width;
  }
  layers_.push_back(builder.linear(fmt::format("linear{}", layers_.size()), inputs, outputs));
}

at::Tensor DenseHead::forward(at::Tensor values, bool training) {
  for (std::size_t i = 0; i < norms_.size(); ++i) {
    values = norms_[i](layers_[i](values), training);
    values = dropout_(activate(activation_, std::move(values)), training);
  }
  return layers_.back()(values);
}

}  // namespace lrsweep::trainer
