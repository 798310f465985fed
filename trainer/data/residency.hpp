// Where samples wait, and how they reach the device.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include "core/spec.hpp"

namespace lrsweep::trainer {

// `inputs` (on the CPU) on the device, or as they are, as data.residency says; auto takes the
// device where they fill less than half of what is free on it. On a CPU both are the same memory.
[[nodiscard]] at::Tensor placed(const at::Tensor& inputs, const core::Spec& spec,
                                c10::Device device);

// A tensor of the CPU's on the device, by way of pinned memory: waits for no device.
[[nodiscard]] at::Tensor sent(const at::Tensor& values, c10::Device device);

// The samples [m, …] of those numbers on the device, wherever `inputs` wait. The numbers are int64
// [m]: once on the CPU, once on the device.
[[nodiscard]] at::Tensor gathered(const at::Tensor& inputs, const at::Tensor& numbers,
                                  const at::Tensor& numbers_on_device);

}  // namespace lrsweep::trainer
