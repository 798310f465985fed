#include "trainer/models/model.hpp"

#include <ATen/ATen.h>

#include <utility>

#include "core/seeds.hpp"

namespace lrsweep::trainer {

std::int64_t Model::parameter_count() const {
  std::int64_t count = 0;
  for (const auto& parameter : parameters_) count += parameter.numel();
  return count;
}

void Model::begin_update(std::int64_t t) {
  if (!dropout_generator_.defined()) return;
  dropout_generator_.set_current_seed(core::part_seed(dropout_seed_, t));
}

at::Tensor Model::add_parameter(std::string name, at::Tensor values) {
  values.requires_grad_(true);
  names_.push_back(std::move(name));
  parameters_.push_back(values);
  return values;
}

at::Tensor Model::add_buffer(std::string name, at::Tensor values) {
  buffer_names_.push_back(std::move(name));
  buffers_.push_back(values);
  return values;
}

}  // namespace lrsweep::trainer
