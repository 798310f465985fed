// Runs of model.name synthetic: range tests and trainings of a formula
// (finders/synthetic_loss.hpp), at the pace that synthetic.epoch_seconds asks for. No data, no
// tensors.
#pragma once

#include <cstdint>

#include "core/result.hpp"
#include "core/spec.hpp"
#include "trainer/range_run.hpp"
#include "trainer/run_listener.hpp"
#include "trainer/train/train_run.hpp"

namespace lrsweep::trainer {

struct SyntheticSetup {
  const core::Spec& spec;
  std::int64_t seed = 0;  // core::run_seed()
  int fold = 0;
};

// kUsage as make_ready().
[[nodiscard]] core::Result<TrainOutcome> run_synthetic_training(const SyntheticSetup& setup,
                                                                RunListener& listener);
[[nodiscard]] core::Result<RangeRunOutcome> run_synthetic_range_test(const SyntheticSetup& setup,
                                                                     RunListener& listener);

}  // namespace lrsweep::trainer
