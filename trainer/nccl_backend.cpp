#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>

#include "trainer/c10d_group.hpp"

namespace lrsweep::trainer {

c10::intrusive_ptr<c10d::Backend> make_nccl_backend(const StorePtr& store, int rank, int world,
                                                    at::Device device) {
  auto backend = c10::make_intrusive<c10d::ProcessGroupNCCL>(store, rank, world);
  backend->setBoundDeviceId(device);
  backend->eagerConnectSingleDevice(device);
  return backend;
}

}  // namespace lrsweep::trainer
