// An update's work for the device, recorded once and then started as a whole: what the CPU does
// to prepare each kernel is what small models wait for.
#pragma once

#include <c10/core/Device.h>

#include <functional>
#include <memory>

namespace lrsweep::trainer {

class StepGraph {
 public:
  virtual ~StepGraph() = default;

  // Records what `work` gives to the device, without doing it. `work` must ask for no value of a
  // tensor. Exceptions of the library pass through; then nothing is recorded.
  virtual void record(const std::function<void()>& work) = 0;
  // Does it, over the same memory. Waits for no device.
  virtual void replay() = 0;
};

// A CUDA graph. One definition a program: lrsweep-worker's gives null.
[[nodiscard]] std::unique_ptr<StepGraph> make_step_graph(c10::Device device);

}  // namespace lrsweep::trainer
