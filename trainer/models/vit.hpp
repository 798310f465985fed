// Vision transformer (Dosovitskiy et al., arXiv 2010.11929): patches as tokens, a class token,
// learnt positions, blocks of attention and MLP, a linear layer on the class token. Names are
// timm's; ε of its normalisations is 1e-5.
#pragma once

#include <c10/core/Device.h>

#include <memory>

#include "core/result.hpp"
#include "core/spec.hpp"
#include "trainer/models/model.hpp"

namespace lrsweep::trainer {

// model.patch, .width, .depth, .heads, .dropout. kUsage, a line each, for a patch that does not
// divide the image and for a norm other than layer; that heads divide the width is the spec's rule.
[[nodiscard]] core::Result<std::unique_ptr<Model>> make_vit(const core::Spec& spec,
                                                            const ModelShape& shape,
                                                            const ModelSeeds& seeds,
                                                            c10::Device device);

}  // namespace lrsweep::trainer
