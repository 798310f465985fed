// Scales inputs to mean 0 and standard deviation 1 a channel.
#pragma once

#include <ATen/core/Tensor.h>

namespace lrsweep::trainer {

// float32 [1, channels, 1, 1] each, in the inputs' own units (a pixel's byte):
// x = (input − mean)/deviation.
struct Normalization {
  at::Tensor mean;
  at::Tensor deviation;
};

// Of those samples (int64 [m], m >= 1) of uint8 or float32 inputs [n, c, h, w] alone, contiguous
// and on the CPU: what is held out must not leak. Sums are float64, of bytes exact; the deviation
// is the population's, and 1 where all numbers of a channel are the same to float32's precision.
[[nodiscard]] Normalization learn_normalization(const at::Tensor& inputs,
                                                const at::Tensor& samples);

// float32 [n, c, h, w] in channels-last order, from uint8 or float32 [n, c, h, w] on the same
// device.
[[nodiscard]] at::Tensor normalized(const at::Tensor& inputs, const Normalization& normalization);

}  // namespace lrsweep::trainer
