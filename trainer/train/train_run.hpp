// One training run: epochs of updates at the schedule's rates, validated, checkpointed.
//
// Its results follow from spec, data and seed alone: a run that is killed and goes on from its last
// checkpoint ends with the same weights (on the CPU bit for bit).
//
// Losses stay on the device and are read in blocks of updates; a loss that is not finite ends the
// run at its update, and what was queued after it is thrown away with the model. The length of a
// block follows from the time its updates take, so that a run answers within a fraction of a
// second.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "core/result.hpp"
#include "trainer/run_listener.hpp"
#include "trainer/train/evaluation.hpp"
#include "trainer/train/step_graph.hpp"
#include "trainer/train/train_setup.hpp"

namespace lrsweep::trainer {

enum class TrainEnd { kComplete, kCancelled, kDiverged };

struct TrainOutcome {
  TrainEnd end = TrainEnd::kComplete;
  std::string reason;  // of a run that diverged: update, rate and loss
  std::int64_t updates_done = 0;
  double train_seconds = 0;         // of updates; without validations and construction
  std::string metrics_json = "{}";  // last values, best values, size of the model
};

struct TrainRequest {
  TrainSetup setup;
  std::filesystem::path checkpoints;  // folder of this run; empty: keeps nothing
  // The test samples, asked for at the end of a run with train.final.
  std::function<core::Result<const TestData*>()> test_data;
  // Highest use of the device's memory by this process so far, in bytes.
  std::function<std::int64_t()> peak_memory;
  // For train.cuda_graph; may be empty or give null, which records nothing.
  std::function<std::unique_ptr<StepGraph>()> make_graph = {};
};

// kUsage as make_ready(); kStorage where a checkpoint cannot be written; kData without test
// samples. Exceptions of the library pass through.
[[nodiscard]] core::Result<TrainOutcome> run_training(const TrainRequest& request,
                                                      RunListener& listener);

}  // namespace lrsweep::trainer
