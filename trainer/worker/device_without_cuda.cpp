#include <fmt/format.h>

#include "trainer/worker/device.hpp"

namespace lrsweep::trainer {

core::Result<DeviceInfo> open_cuda_device(int index) {
  return core::fail(core::ErrorKind::kNoDevice,
                    fmt::format("device cuda:{}: this is the worker program for CPUs; "
                                "lrsweep-worker-cuda trains on GPUs",
                                index));
}

std::int64_t peak_cuda_memory_bytes(int) { return 0; }

}  // namespace lrsweep::trainer
