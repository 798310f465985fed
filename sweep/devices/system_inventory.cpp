#include "sweep/devices/system_inventory.hpp"

#include <cstdlib>

#include <fmt/format.h>

#include "core/text.hpp"
#include "sweep/devices/cores.hpp"
#include "sweep/devices/nvml.hpp"
#include "sweep/devices/visible.hpp"

namespace lrsweep::sweep {
namespace {

std::string why_none(std::size_t there, const char* variable) {
  if (there == 0) return "the NVIDIA driver knows no device";
  return fmt::format("CUDA_VISIBLE_DEVICES={} hides all {}", core::quoted(variable), there);
}

}  // namespace

Machine SystemInventory::look() const {
  Machine machine{.cores = usable_cores(), .cuda = {}, .driver_version = {}, .why_no_cuda = {}};
  auto answer = ask_nvml(nvml_library_);
  if (!answer) {
    machine.why_no_cuda = answer.error().message;
    return machine;
  }
  const char* variable = std::getenv("CUDA_VISIBLE_DEVICES");
  const auto there = answer->devices.size();
  machine.driver_version = answer->driver_version;
  machine.cuda =
      visible_devices(std::move(answer->devices),
                      variable == nullptr ? std::nullopt : std::optional<std::string>(variable));
  if (machine.cuda.empty()) machine.why_no_cuda = why_none(there, variable ? variable : "");
  return machine;
}

}  // namespace lrsweep::sweep
