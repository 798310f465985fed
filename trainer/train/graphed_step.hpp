// Updates that are recorded once and replayed, where train.cuda_graph asks for it.
#pragma once

#include <ATen/core/Tensor.h>

#include <memory>
#include <string>
#include <vector>

#include "core/spec.hpp"
#include "trainer/models/model.hpp"
#include "trainer/optimizers/optimizer.hpp"
#include "trainer/train/step_graph.hpp"
#include "trainer/train/train_step.hpp"

namespace lrsweep::trainer {

// Why the updates of this spec cannot be recorded, a line each: the optimizer takes its rate from
// the CPU, dropout draws on the CPU which numbers come next. Empty where they can.
[[nodiscard]] std::vector<std::string> graph_problems(const core::Spec& spec,
                                                      const Optimizer& optimizer);

// As TrainStep::run(). The first updates are done one kernel after the other; then one of the size
// of the first is recorded and replayed from there on. Batches of other sizes (the last of an
// epoch) and everything without a graph go to the step itself. A library that cannot record says so
// on stderr, once, and the run goes on without.
class GraphedStep {
 public:
  // Both must outlive it. Null records nothing.
  GraphedStep(TrainStep& step, Optimizer& optimizer, std::unique_ptr<StepGraph> graph);

  StepOutcome run(const Batch& batch, double lr, double weight);

 private:
  [[nodiscard]] bool fits(const Batch& batch);
  void take(const Batch& batch);
  void record(double lr, double weight);
  StepOutcome replay();

  TrainStep& step_;
  Optimizer& optimizer_;
  std::unique_ptr<StepGraph> graph_;
  at::Tensor rate_;      // float32 scalar on the device, read by the optimizer
  Batch batch_;          // what the recorded work reads
  StepOutcome outcome_;  // what it writes
  int done_ = 0;         // updates of full size so far
  bool recorded_ = false;
};

}  // namespace lrsweep::trainer
