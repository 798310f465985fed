#include "trainer/worker/device.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
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

std::int64_t peak_memory_bytes(c10::Device device) {
  if (!device.is_cpu()) return peak_cuda_memory_bytes(device.index());
  rusage usage{};
  constexpr std::int64_t kKibibyte = 1024;
  return ::getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss * kKibibyte : 0;
}

}  // namespace lrsweep::trainer
