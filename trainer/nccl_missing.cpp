#include <c10/util/Exception.h>

#include <torch/csrc/distributed/c10d/Backend.hpp>

#include "trainer/c10d_group.hpp"

namespace lrsweep::trainer {

c10::intrusive_ptr<c10d::Backend> make_nccl_backend(const StorePtr&, int, int, at::Device) {
  TORCH_CHECK(false, "NCCL is only in lrsweep-worker-cuda");
}

}  // namespace lrsweep::trainer
