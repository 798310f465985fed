// Generators of our own: the library's global one is never drawn from, so that a run depends on its
// seed alone and not on what the process did before.
#pragma once

#include <ATen/core/Generator.h>
#include <c10/core/Device.h>

#include <cstdint>

namespace lrsweep::trainer {

[[nodiscard]] at::Generator cpu_generator(std::uint64_t seed);
[[nodiscard]] at::Generator device_generator(c10::Device device, std::uint64_t seed);

}  // namespace lrsweep::trainer
