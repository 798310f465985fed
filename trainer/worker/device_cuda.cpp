#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <fmt/format.h>

#include "trainer/worker/device.hpp"

namespace lrsweep::trainer {

core::Result<DeviceInfo> open_cuda_device(int index) {
  const auto count = static_cast<int>(at::cuda::device_count());
  if (index >= count) {
    return core::fail(core::ErrorKind::kNoDevice,
                      fmt::format("device cuda:{}: this process sees {} CUDA device{}", index,
                                  count, count == 1 ? "" : "s"));
  }
  const auto device = c10::Device(c10::kCUDA, static_cast<c10::DeviceIndex>(index));
  c10::cuda::set_device(device.index());
  const auto* properties = at::cuda::getDeviceProperties(device.index());
  return DeviceInfo{device, properties->name,
                    static_cast<std::int64_t>(properties->totalGlobalMem)};
}

std::int64_t peak_cuda_memory_bytes(int index) {
  const auto stats =
      c10::cuda::CUDACachingAllocator::getDeviceStats(static_cast<c10::DeviceIndex>(index));
  constexpr auto kAll = static_cast<std::size_t>(c10::CachingAllocator::StatType::AGGREGATE);
  return stats.allocated_bytes[kAll].peak;
}

}  // namespace lrsweep::trainer
