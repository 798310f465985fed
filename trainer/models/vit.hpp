// Vision transformer (Dosovitskiy et al., arXiv 2010.11929): patches as tokens, a class token,
// learnt positions, pre-norm blocks of attention and an MLP four times as wide, a linear layer on
// the class token.
#pragma once

#include <c10/core/Device.h>

#include <memory>

#include "core/result.hpp"
#include "core/spec.hpp"
#include "trainer/models/model.hpp"

namespace lrsweep::trainer {

// model.patch, .width, .depth, .heads, .dropout. kUsage, a line each, for a patch that does not
// divide the image, heads that do not divide the width, a norm other than layer.
[[nodiscard]] core::Result<std::unique_ptr<Model>> make_vit(const core::Spec& spec,
                                                            const ModelShape& shape,
                                                            const ModelSeeds& seeds,
                                                            c10::Device device);

}  // namespace lrsweep::trainer
