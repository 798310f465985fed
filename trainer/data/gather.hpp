// Samples gathered and normalised in one pass over memory.
#pragma once

#include <ATen/core/Tensor.h>

#include "trainer/data/normalization.hpp"

namespace lrsweep::trainer {

// The samples (int64 [m], on the CPU, contiguous) of `inputs` (uint8 or float32 [n, c, h, w],
// contiguous, on the CPU): normalized(inputs.index_select(0, samples)) to the bit, without the
// copies between.
[[nodiscard]] at::Tensor gather_normalized(const at::Tensor& inputs, const at::Tensor& samples,
                                           const Normalization& normalization);

}  // namespace lrsweep::trainer
