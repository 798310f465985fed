// Which samples train and which are held out.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace lrsweep::trainer {

struct Split {
  at::Tensor train;       // int64 [n_train], ascending
  at::Tensor validation;  // int64 [n_validation], in random order
};

// Holds out `share` of each class, rounded to the nearest count, but leaves one sample of each to
// train with. Chosen by `seed` alone: the same for every repeat, so that their validation losses
// are of the same samples. A share of 0 holds nothing out. `labels` int64 [n] in [0, classes).
[[nodiscard]] Split stratified_split(const at::Tensor& labels, std::int64_t classes, double share,
                                     std::uint64_t seed);

}  // namespace lrsweep::trainer
