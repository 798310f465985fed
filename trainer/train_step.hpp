// One update of a model: forward, loss, backward, clipping, optimizer.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>
#include <optional>

#include "core/spec.hpp"
#include "trainer/models/model.hpp"
#include "trainer/optimizers/optimizer.hpp"

namespace lrsweep::trainer {

struct StepOptions {
  bool bfloat16 = false;            // arithmetic of forward and backward
  std::optional<double> clip_norm;  // largest L2 norm of the gradient
  std::int64_t accumulate = 1;      // micro-batches of one update, >= 1
};

// train.precision, train.clip_norm, train.accumulate.
[[nodiscard]] StepOptions step_options(const core::Spec& spec);

// float32 scalars on the model's device: reading them is what waits for it.
struct StepOutcome {
  at::Tensor loss;       // mean over the batch, before the update
  at::Tensor grad_norm;  // L2 over all parameters, before clipping
  at::Tensor clipped;    // 1 where the gradient was clipped, else 0
};

// float32 images [n, c, h, w], labels int64 [n].
struct Batch {
  at::Tensor images;
  at::Tensor labels;
};

// What happens to the gradients between ranks; one rank has none of it.
struct StepHooks {
  std::function<void(bool is_last)> before_forward;   // of each micro-batch
  std::function<void(bool is_last)> before_backward;  // of each micro-batch
};

class TrainStep {
 public:
  // Both must outlive it.
  TrainStep(Model& model, Optimizer& optimizer, const StepOptions& options, StepHooks hooks = {});

  // `weight` multiplies the loss that is differentiated (samples of this rank / mean samples of all
  // ranks), not the one returned. Waits for no device.
  StepOutcome run(const Batch& batch, double lr, double weight = 1.0);

 private:
  [[nodiscard]] at::Tensor accumulate_gradients(const Batch& batch, double weight);

  Model& model_;
  Optimizer& optimizer_;
  StepOptions options_;
  StepHooks hooks_;
};

// Mean cross-entropy of the batch as a float32 scalar, in evaluation mode and without gradients.
[[nodiscard]] at::Tensor evaluate_loss(Model& model, const Batch& batch, bool bfloat16);

}  // namespace lrsweep::trainer
