// What a run needs of the ranks it trains with. One rank alone has nothing to say; groups of
// several processes are collectives behind the same few calls.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "trainer/train/train_step.hpp"

namespace lrsweep::trainer {

class RankGroup {
 public:
  virtual ~RankGroup() = default;
  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int world() const = 0;

  // Adds up each value over all ranks, in place. Collective: every rank calls it in the same order
  // with as many values.
  virtual void sum(std::vector<double>& values) = 0;

  // What a step has to do so that each gradient becomes the mean over ranks. For one run's
  // parameters; valid until the next call.
  [[nodiscard]] virtual StepHooks average_gradients(const std::vector<at::Tensor>& parameters) = 0;
};

class SingleRank final : public RankGroup {
 public:
  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] int world() const override { return 1; }
  void sum(std::vector<double>&) override {}
  [[nodiscard]] StepHooks average_gradients(const std::vector<at::Tensor>&) override { return {}; }
};

}  // namespace lrsweep::trainer
