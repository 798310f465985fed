#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>

#include "trainer/train/step_graph.hpp"

namespace lrsweep::trainer {
namespace {

class CudaStepGraph final : public StepGraph {
 public:
  // A capture needs a stream that is not the default one, and nothing else under way.
  void record(const std::function<void()>& work) override {
    c10::cuda::device_synchronize();
    const c10::cuda::CUDAStreamGuard guard(c10::cuda::getStreamFromPool());
    graph_.capture_begin();
    try {
      work();
    } catch (...) {
      graph_.reset();
      throw;
    }
    graph_.capture_end();
  }

  void replay() override { graph_.replay(); }

 private:
  at::cuda::CUDAGraph graph_;
};

}  // namespace

std::unique_ptr<StepGraph> make_step_graph(c10::Device device) {
  if (!device.is_cuda()) return nullptr;
  return std::make_unique<CudaStepGraph>();
}

}  // namespace lrsweep::trainer
