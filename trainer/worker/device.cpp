#include "trainer/worker/device.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>

#include "core/text.hpp"

namespace lrsweep::trainer {

core::Result<DeviceInfo> open_device(const std::string& name) {
  if (name == "cpu") {
    const auto bytes = std::int64_t{::sysconf(_SC_PHYS_PAGES)} * ::sysconf(_SC_PAGESIZE);
    return DeviceInfo{c10::Device(c10::kCPU), name, bytes};
  }
  constexpr std::string_view kCuda = "cuda:";
  int index = 0;
  if (name.starts_with(kCuda)) {
    const auto* end = name.data() + name.size();
    const auto read = std::from_chars(name.data() + kCuda.size(), end, index);
    if (read.ec == std::errc{} && read.ptr == end && index >= 0) return open_cuda_device(index);
  }
  return core::fail(core::ErrorKind::kNoDevice,
                    fmt::format("device {}: allowed are cpu and cuda:N", core::quoted(name)));
}

}  // namespace lrsweep::trainer
