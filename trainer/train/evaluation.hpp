// What a model is worth on samples it is not trained with.
#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "trainer/models/model.hpp"
#include "trainer/rank_group.hpp"
#include "trainer/train/train_step.hpp"

namespace lrsweep::trainer {

// Name and value, as they are stored: "loss", and
//   classification  "accuracy"; "top5" with more than five classes; "f1", macro-averaged over all
//                   classes, 0 for a class without a true positive (scikit-learn's f1_score with
//                   average="macro", zero_division=0)
//   regression      "mse", "mae", "r2" = 1 − Σ(y − z)²/Σ(y − ȳ)² (null variance: NaN)
using Metrics = std::vector<std::pair<std::string, double>>;

struct EvaluationSetup {
  Model& model;
  const StepOptions& options;
  RankGroup& group;          // each rank evaluates its share; all get the whole's metrics
  std::int64_t outputs = 0;  // of the model
  std::int64_t samples = 0;
  // The batch of samples [begin, begin + count).
  std::function<Batch(std::int64_t begin, std::int64_t count)> batch;
};

// In evaluation mode and without gradients. Collective. Losses without label smoothing are not
// distinguished from training's: "loss" is train.loss as it is.
[[nodiscard]] Metrics evaluate(const EvaluationSetup& setup);

}  // namespace lrsweep::trainer
