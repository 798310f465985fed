#include "trainer/data/residency.hpp"

#include <ATen/ATen.h>
#include <c10/core/CachingDeviceAllocator.h>

namespace lrsweep::trainer {
namespace {

std::size_t free_bytes(c10::Device device) {
  return c10::getDeviceAllocator(device.type())->getMemoryInfo(device.index()).first;
}

bool goes_to_device(const at::Tensor& inputs, const core::Spec& spec, c10::Device device) {
  const auto residency = spec.text("data.residency");
  if (residency == "auto") return inputs.nbytes() < free_bytes(device) / 2;
  return residency == "device";
}

}  // namespace

at::Tensor placed(const at::Tensor& inputs, const core::Spec& spec, c10::Device device) {
  if (device.is_cpu() || !goes_to_device(inputs, spec, device)) return inputs;
  return inputs.to(device);
}

at::Tensor sent(const at::Tensor& values, c10::Device device) {
  if (device.is_cpu()) return values;
  return values.pin_memory().to(device, /*non_blocking=*/true);
}

at::Tensor gathered(const at::Tensor& inputs, const at::Tensor& numbers,
                    const at::Tensor& numbers_on_device) {
  if (inputs.device() == numbers_on_device.device()) {
    return inputs.index_select(0, numbers_on_device);
  }
  // The allocator of pinned memory keeps it until the copy is done.
  auto shape = inputs.sizes().vec();
  shape[0] = numbers.size(0);
  at::Tensor rows = at::empty(shape, inputs.options().pinned_memory(true));
  at::index_select_out(rows, inputs, 0, numbers);
  return rows.to(numbers_on_device.device(), /*non_blocking=*/true);
}

}  // namespace lrsweep::trainer
