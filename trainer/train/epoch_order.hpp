// Which samples each update of a training run sees.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "finders/training_plan.hpp"

namespace lrsweep::trainer {

// Each epoch in a new order that follows from the seed and the epoch's number alone, so that a run
// can go on at any update.
class EpochOrder {
 public:
  // `samples` int64 [plan.samples], on the CPU.
  EpochOrder(at::Tensor samples, const finders::TrainingPlan& plan, std::uint64_t seed);

  // Sample numbers of update t, int64 [plan.samples_of(t)], on the CPU.
  [[nodiscard]] at::Tensor batch(std::int64_t t);

 private:
  at::Tensor samples_;
  finders::TrainingPlan plan_;
  std::uint64_t seed_;
  at::Tensor order_;
  std::int64_t epoch_ = -1;  // of order_
};

}  // namespace lrsweep::trainer
