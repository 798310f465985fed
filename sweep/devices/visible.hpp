// CUDA_VISIBLE_DEVICES, read as the CUDA driver reads it (CUDA C++ Programming Guide, "CUDA
// Environment Variables").
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sweep/devices/inventory.hpp"

namespace lrsweep::sweep {

// The devices that `variable` leaves, in its order, named cuda:0, cuda:1, …. Entries are indices,
// UUIDs, or beginnings of UUIDs that fit one device; the list ends at the first entry that is
// neither, and a device named twice leaves none. Nothing set: all of `all`; "": none.
[[nodiscard]] std::vector<CudaDevice> visible_devices(std::vector<CudaDevice> all,
                                                      const std::optional<std::string>& variable);

}  // namespace lrsweep::sweep
