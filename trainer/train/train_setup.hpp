// A training run made ready: everything that can be wrong with it is said before it starts.
#pragma once

#include <c10/core/Device.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "core/spec.hpp"
#include "core/words.hpp"
#include "finders/schedules/schedule.hpp"
#include "finders/training_plan.hpp"
#include "trainer/data/prepared_data.hpp"
#include "trainer/models/model.hpp"
#include "trainer/optimizers/optimizer.hpp"
#include "trainer/rank_group.hpp"
#include "trainer/train/train_step.hpp"

namespace lrsweep::trainer {

struct TrainSetup {
  const core::Spec& spec;
  const PreparedData& data;
  std::int64_t seed = 0;  // core::run_seed()
  c10::Device device;
  RankGroup& group;
};

struct MetricChoice {
  std::string name;  // "val_accuracy"
  core::Goal goal = core::Goal::kMinimize;
};

struct ReadyToTrain {
  finders::TrainingPlan plan;
  finders::Schedule schedule;
  StepOptions options;
  MetricChoice metric;
  std::unique_ptr<Model> model;
  std::unique_ptr<Optimizer> optimizer;
  std::vector<std::string> warnings = {};  // of choices that are allowed but odd
};

// kUsage with a line for each thing that does not fit: batch and data, durations and the run,
// schedule, loss and task, sizes of the model, precision and device.
[[nodiscard]] core::Result<ReadyToTrain> make_ready(const TrainSetup& setup);

// The part of those that a range test shares: precision and device, batch and data.
[[nodiscard]] std::vector<std::string> problems_of_batches(const TrainSetup& setup);

}  // namespace lrsweep::trainer
