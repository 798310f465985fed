// Lists of tensors as optimizers keep them, and the parts of an update that can be left out on the
// device: a skipped update multiplies by 1 and adds 0. `found_inf` is a float32 scalar, 1 to skip;
// undefined never skips and costs nothing.
#pragma once

#include <ATen/core/Tensor.h>

#include <initializer_list>
#include <vector>

namespace lrsweep::trainer {

using TensorList = std::vector<at::Tensor>;

[[nodiscard]] TensorList zeros_of(const TensorList& tensors);
[[nodiscard]] TensorList joined(std::initializer_list<TensorList> lists);

// Float32 scalar 0 on the device of `tensors`: a count of the updates that were not skipped, since
// kernels and bias corrections read it there. The update that starts is number count + 1.
[[nodiscard]] at::Tensor make_count(const TensorList& tensors);
// After the update that count.add_(1) began.
void take_back(at::Tensor& count, const at::Tensor& found_inf);

// The tensors, or zeros of their shape. Zeros also for NaN and infinity.
[[nodiscard]] TensorList zero_if(const at::Tensor& found_inf, const TensorList& tensors);
// In place, by `factor` or by 1.
void multiply_unless(const at::Tensor& found_inf, const TensorList& tensors, double factor);

}  // namespace lrsweep::trainer
