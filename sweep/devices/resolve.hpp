// resources.devices, resolved: which devices a sweep's runs are placed on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "sweep/devices/inventory.hpp"

namespace lrsweep::sweep {

// `text` is one of
//   auto      all CUDA devices; without one, min(cores, wanted) CPU slots
//   cpu       one slot with all cores        cpu:N    N slots that share the cores
//   cuda      all CUDA devices               cuda:0,2   cuda:1-3   these, in this order
// `wanted` is the most devices that can be busy at once (runs × devices a run).
// Names come back as "cpu:0" or "cuda:2". kNoDevice where a device is not there, saying what is;
// kUsage where `text` is none of the above.
[[nodiscard]] core::Result<std::vector<std::string>> resolve_devices(std::string_view text,
                                                                     const Machine& machine,
                                                                     std::int64_t wanted);

// CPU threads for each of `slots` that share `cores`: at least 1.
[[nodiscard]] int threads_per_slot(int cores, std::size_t slots);

// "4 cores, no CUDA device (…)", "16 cores, cuda:0 NVIDIA H200, cuda:1 …": for messages.
[[nodiscard]] std::string describe(const Machine& machine);

}  // namespace lrsweep::sweep
