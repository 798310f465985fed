// Scales pixels to mean 0 and standard deviation 1 a channel.
#pragma once

#include <ATen/core/Tensor.h>

namespace lrsweep::trainer {

// float32 [1, channels, 1, 1] each, in units of a pixel's byte: x = (byte − mean)/deviation.
struct Normalization {
  at::Tensor mean;
  at::Tensor deviation;
};

// Of the images uint8 [n, c, h, w] with those numbers (int64 [m], m >= 1) alone: what is held out
// must not leak. Sums are exact integers; the deviation is the population's, and 1 where all pixels
// are equal.
[[nodiscard]] Normalization learn_normalization(const at::Tensor& images,
                                                const at::Tensor& samples);

// float32 [n, c, h, w] in channels-last order, from uint8 [n, c, h, w] on the same device.
[[nodiscard]] at::Tensor normalized(const at::Tensor& images, const Normalization& normalization);

}  // namespace lrsweep::trainer
