// The seam for devices: what this machine has. The real implementation is system_inventory.hpp;
// tests run it over a library that plays NVIDIA's (tests/support/fake_nvml.cpp), or hand a Machine
// of their own to what stands on it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lrsweep::sweep {

// A CUDA device that this process may use.
struct CudaDevice {
  std::string name;               // "cuda:0": its place among the visible ones, as PyTorch counts
  int index = 0;                  // nvidia-smi's number
  std::string uuid;               // "GPU-4f…"
  std::string model;              // "NVIDIA H200"
  std::int64_t memory_bytes = 0;  // total
};

struct Machine {
  int cores = 1;  // that this process may use: affinity mask and cgroup quota
  std::vector<CudaDevice> cuda;
  std::string driver_version;  // NVIDIA's; "" without
  std::string why_no_cuda;     // one line; "" where there is a device
};

class DeviceInventory {
 public:
  virtual ~DeviceInventory() = default;
  [[nodiscard]] virtual Machine look() const = 0;
};

}  // namespace lrsweep::sweep
