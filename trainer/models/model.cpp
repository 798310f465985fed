#include "trainer/models/model.hpp"

#include <ATen/ATen.h>

#include <utility>

namespace lrsweep::trainer {

std::int64_t Model::parameter_count() const {
  std::int64_t count = 0;
  for (const auto& parameter : parameters_) count += parameter.numel();
  return count;
}

at::Tensor Model::add_parameter(std::string name, at::Tensor values) {
  values.requires_grad_(true);
  names_.push_back(std::move(name));
  parameters_.push_back(values);
  return values;
}

}  // namespace lrsweep::trainer
