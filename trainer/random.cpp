#include "trainer/random.hpp"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Context.h>

namespace lrsweep::trainer {

at::Generator cpu_generator(std::uint64_t seed) {
  return at::make_generator<at::CPUGeneratorImpl>(seed);
}

at::Generator device_generator(c10::Device device, std::uint64_t seed) {
  if (device.is_cpu()) return cpu_generator(seed);
  auto generator = at::globalContext()
                       .getAcceleratorHooksInterface(device.type())
                       .getNewGenerator(device.index());
  generator.set_current_seed(seed);
  return generator;
}

}  // namespace lrsweep::trainer
