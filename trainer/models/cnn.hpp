// A small convolutional net: 3×3 convolutions (padding 1), each followed by normalisation,
// activation and 2×2 max pooling, then linear layers.
#pragma once

#include <c10/core/Device.h>

#include <memory>

#include "core/result.hpp"
#include "core/spec.hpp"
#include "trainer/models/model.hpp"

namespace lrsweep::trainer {

// model.channels: one convolution each; model.hidden: widths of the linear layers; model.dropout.
// kUsage where the images are too small for so many poolings.
[[nodiscard]] core::Result<std::unique_ptr<Model>> make_cnn(const core::Spec& spec,
                                                            const ModelShape& shape,
                                                            const ModelSeeds& seeds,
                                                            c10::Device device);

}  // namespace lrsweep::trainer
