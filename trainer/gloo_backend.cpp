#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>

#include "trainer/c10d_group.hpp"

namespace lrsweep::trainer {

c10::intrusive_ptr<c10d::Backend> make_gloo_backend(const StorePtr& store, int rank, int world) {
  auto options = c10d::ProcessGroupGloo::Options::create();
  // By address: a container's host name often resolves to nothing.
  options->devices.push_back(c10d::ProcessGroupGloo::createDeviceForHostname("127.0.0.1"));
  options->threads = 1;
  return c10::make_intrusive<c10d::ProcessGroupGloo>(store, rank, world, options);
}

}  // namespace lrsweep::trainer
