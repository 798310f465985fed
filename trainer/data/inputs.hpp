// What every format does with its inputs: one layout, one type, no NaN.
#pragma once

#include <ATen/core/Tensor.h>

#include "core/result.hpp"
#include "trainer/data/place.hpp"

namespace lrsweep::trainer {

// The inputs as Dataset keeps them: uint8 stays, int8 to int64 and float16 to float64 become
// float32.
//
//   [n, features]              -> [n, features, 1, 1]
//   [n, height, width]         -> [n, 1, height, width]
//   [n, height, width, c]      -> [n, c, height, width] for uint8 with c of 1, 3 or 4, where the
//                                 second size is none of these and the third is more than 1
//   [n, c, height, width]      as it is
//
// Shares the memory of `values` where nothing changes. kData for other shapes, other types, sizes
// of 0, and NaN or infinite numbers, naming the first one's place.
[[nodiscard]] core::Result<at::Tensor> as_inputs(const at::Tensor& values, const Place& place);

// kData for the first number of float32 `values` that is NaN or infinite. Reads them once.
[[nodiscard]] core::Result<void> check_finite(const at::Tensor& values, const Place& place);

}  // namespace lrsweep::trainer
