// NVIDIA's management library, opened at run time: the program runs where there is none.
#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"
#include "sweep/devices/inventory.hpp"

namespace lrsweep::sweep {

struct NvmlAnswer {
  std::string driver_version;
  std::vector<CudaDevice> devices;  // all of the machine, by index; `name` is left empty
};

// kNoDevice with one line: no library (no driver installed), or what it answered. A device that
// cannot be asked (fallen off the bus) is left out.
[[nodiscard]] core::Result<NvmlAnswer> ask_nvml(const std::string& library = "libnvidia-ml.so.1");

}  // namespace lrsweep::sweep
