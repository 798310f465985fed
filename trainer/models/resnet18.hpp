// ResNet-18 with the stem for small images: a 3×3 convolution without pooling, then four stages of
// two basic blocks (He et al., arXiv 1512.03385, §4.2, with the widths of its table 1), average
// pooling and a linear layer. Names are torchvision's.
#pragma once

#include <c10/core/Device.h>

#include <memory>

#include "core/result.hpp"
#include "core/spec.hpp"
#include "trainer/models/model.hpp"

namespace lrsweep::trainer {

// model.width w: stages of w, 2w, 4w and 8w channels; model.norm. kUsage for images below 8×8.
[[nodiscard]] core::Result<std::unique_ptr<Model>> make_resnet18(const core::Spec& spec,
                                                                 const ModelShape& shape,
                                                                 const ModelSeeds& seeds,
                                                                 c10::Device device);

}  // namespace lrsweep::trainer
