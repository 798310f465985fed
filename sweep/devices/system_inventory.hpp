// The devices of this machine.
#pragma once

#include <string>

#include "sweep/devices/inventory.hpp"

namespace lrsweep::sweep {

// CPU cores by affinity and cgroup; CUDA devices by NVML, restricted to CUDA_VISIBLE_DEVICES.
class SystemInventory final : public DeviceInventory {
 public:
  explicit SystemInventory(std::string nvml_library = "libnvidia-ml.so.1")
      : nvml_library_(std::move(nvml_library)) {}
  [[nodiscard]] Machine look() const override;

 private:
  std::string nvml_library_;
};

}  // namespace lrsweep::sweep
