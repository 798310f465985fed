// The device that a worker trains on.
#pragma once

#include <c10/core/Device.h>

#include <cstdint>
#include <string>

#include "core/result.hpp"

namespace lrsweep::trainer {

struct DeviceInfo {
  c10::Device device;
  std::string name;  // "cpu", "NVIDIA H200"
  std::int64_t memory_bytes = 0;
};

// "cpu", or "cuda:N" counted among the devices that this process sees. kNoDevice, naming it and
// what there is.
[[nodiscard]] core::Result<DeviceInfo> open_device(const std::string& name);

// Name and memory of CUDA device `index`. One definition a program: lrsweep-worker-cuda's asks the
// driver, lrsweep-worker's answers kNoDevice.
[[nodiscard]] core::Result<DeviceInfo> open_cuda_device(int index);

// Highest use of memory by this process so far: of the device's by its tensors, of the host's on a
// CPU. 0 where that is not known.
[[nodiscard]] std::int64_t peak_memory_bytes(c10::Device device);
[[nodiscard]] std::int64_t peak_cuda_memory_bytes(int index);

}  // namespace lrsweep::trainer
