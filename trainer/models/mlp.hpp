// Fully connected layers with normalisation, activation and dropout between them.
#pragma once

#include <c10/core/Device.h>

#include <memory>

#include "core/result.hpp"
#include "core/spec.hpp"
#include "trainer/models/model.hpp"

namespace lrsweep::trainer {

// model.hidden: the widths; model.norm, .activation, .dropout.
[[nodiscard]] core::Result<std::unique_ptr<Model>> make_mlp(const core::Spec& spec,
                                                            const ModelShape& shape,
                                                            const ModelSeeds& seeds,
                                                            c10::Device device);

}  // namespace lrsweep::trainer
