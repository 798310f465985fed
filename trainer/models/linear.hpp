// One linear layer: softmax regression for classes, linear regression for numbers.
#pragma once

#include <c10/core/Device.h>

#include <memory>

#include "core/result.hpp"
#include "core/spec.hpp"
#include "trainer/models/model.hpp"

namespace lrsweep::trainer {

[[nodiscard]] core::Result<std::unique_ptr<Model>> make_linear(const core::Spec& spec,
                                                               const ModelShape& shape,
                                                               const ModelSeeds& seeds,
                                                               c10::Device device);

}  // namespace lrsweep::trainer
