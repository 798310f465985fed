// Random changes of training images.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <string_view>

namespace lrsweep::trainer {

// The changes of an image follow from the seed, the update and its place in the global batch, so
// that ranks which share a batch see what one rank would.
class Augmentation {
 public:
  // none; flip: each image mirrored left to right with probability 1/2; crop_flip: shifted by up to
  // an eighth of each side as well (zeros come in), as a random crop of the padded image (He et
  // al., arXiv 1512.03385, §4.2).
  Augmentation(std::string_view kind, std::uint64_t seed);

  [[nodiscard]] bool none() const { return !flips_; }

  // `inputs` [count, c, h, w] of any type, contiguous and on any device, are the images at begin,
  // begin + 1, … of a global batch of `total`. Waits for no device.
  [[nodiscard]] at::Tensor apply(const at::Tensor& inputs, std::int64_t update, std::int64_t begin,
                                 std::int64_t total) const;

 private:
  bool flips_ = false;
  bool crops_ = false;
  std::uint64_t seed_;
};

}  // namespace lrsweep::trainer
