#include "sweep/devices/nvml.hpp"

#include <dlfcn.h>

#include <array>
#include <memory>

#include <fmt/format.h>

namespace lrsweep::sweep {
namespace {

// The part of nvml.h that is used; its ABI is stable (NVML API Reference, "Device Queries").
using NvmlDevice = struct nvmlDevice_st*;
constexpr int kNvmlSuccess = 0;
constexpr unsigned kTextBytes = 96;  // NVML_DEVICE_NAME_V2_BUFFER_SIZE, the largest of the three
struct NvmlMemory {
  unsigned long long total;
  unsigned long long free;
  unsigned long long used;
};

class Nvml {
 public:
  explicit Nvml(void* library) : library_(library) {}
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;
  ~Nvml() {
    if (started_) shutdown_();
    ::dlclose(library_);
  }

  [[nodiscard]] bool load() {
    return find(init_, "nvmlInit_v2") && find(shutdown_, "nvmlShutdown") &&
           find(error_text_, "nvmlErrorString") && find(count_, "nvmlDeviceGetCount_v2") &&
           find(device_, "nvmlDeviceGetHandleByIndex_v2") && find(name_, "nvmlDeviceGetName") &&
           find(uuid_, "nvmlDeviceGetUUID") && find(memory_, "nvmlDeviceGetMemoryInfo") &&
           find(driver_, "nvmlSystemGetDriverVersion");
  }

  [[nodiscard]] core::Result<void> start() {
    const int code = init_();
    started_ = code == kNvmlSuccess;
    if (started_) return {};
    return core::fail(core::ErrorKind::kNoDevice,
                      fmt::format("NVIDIA driver: nvmlInit: {}", error_text_(code)));
  }

  [[nodiscard]] unsigned count() const {
    unsigned count = 0;
    return count_(&count) == kNvmlSuccess ? count : 0;
  }

  [[nodiscard]] std::string driver_version() const {
    std::array<char, kTextBytes> text{};
    return driver_(text.data(), kTextBytes) == kNvmlSuccess ? text.data() : "";
  }

  // False where the device does not answer.
  [[nodiscard]] bool describe(unsigned index, CudaDevice& out) const {
    NvmlDevice handle = nullptr;
    std::array<char, kTextBytes> name{};
    std::array<char, kTextBytes> uuid{};
    NvmlMemory memory{};
    if (device_(index, &handle) != kNvmlSuccess ||
        name_(handle, name.data(), kTextBytes) != kNvmlSuccess ||
        uuid_(handle, uuid.data(), kTextBytes) != kNvmlSuccess ||
        memory_(handle, &memory) != kNvmlSuccess) {
      return false;
    }
    out.index = static_cast<int>(index);
    out.model = name.data();
    out.uuid = uuid.data();
    out.memory_bytes = static_cast<std::int64_t>(memory.total);
    return true;
  }

 private:
  template <class Function>
  bool find(Function& function, const char* name) {
    function = reinterpret_cast<Function>(::dlsym(library_, name));
    return function != nullptr;
  }

  void* library_;
  bool started_ = false;
  int (*init_)() = nullptr;
  int (*shutdown_)() = nullptr;
  const char* (*error_text_)(int) = nullptr;
  int (*count_)(unsigned*) = nullptr;
  int (*device_)(unsigned, NvmlDevice*) = nullptr;
  int (*name_)(NvmlDevice, char*, unsigned) = nullptr;
  int (*uuid_)(NvmlDevice, char*, unsigned) = nullptr;
  int (*memory_)(NvmlDevice, NvmlMemory*) = nullptr;
  int (*driver_)(char*, unsigned) = nullptr;
};

}  // namespace

core::Result<NvmlAnswer> ask_nvml(const std::string& library) {
  void* handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    return core::fail(core::ErrorKind::kNoDevice,
                      fmt::format("no NVIDIA driver here ({} cannot be loaded)", library));
  }
  Nvml nvml(handle);
  if (!nvml.load()) {
    return core::fail(core::ErrorKind::kNoDevice,
                      fmt::format("{} lacks functions; the NVIDIA driver is too old", library));
  }
  if (auto started = nvml.start(); !started) return tl::unexpected(started.error());
  NvmlAnswer answer{.driver_version = nvml.driver_version(), .devices = {}};
  for (unsigned index = 0; index < nvml.count(); ++index) {
    CudaDevice device;
    if (nvml.describe(index, device)) answer.devices.push_back(std::move(device));
  }
  return answer;
}

}  // namespace lrsweep::sweep
