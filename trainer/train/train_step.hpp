// One update of a model: forward, loss, backward, clipping, optimizer.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "core/result.hpp"
#include "core/spec.hpp"
#include "trainer/loss_scaler.hpp"
#include "trainer/models/model.hpp"
#include "trainer/optimizers/optimizer.hpp"
#include "trainer/train/loss.hpp"

namespace lrsweep::trainer {

struct StepOptions {
  c10::ScalarType precision = c10::ScalarType::Float;  // of forward and backward's products
  std::optional<double> clip_norm = {};                // largest L2 norm of the gradient
  std::optional<double> clip_value = {};  // largest magnitude of each element of the gradient
  std::int64_t accumulate = 1;            // micro-batches of one update, >= 1
  Loss loss = {};
};

// train.precision, .clip_norm, .clip_value, .accumulate, .loss. kUsage where the loss does not fit
// the task.
[[nodiscard]] core::Result<StepOptions> step_options(const core::Spec& spec, bool classification);

// float32 scalars on the model's device: reading them is what waits for it.
struct StepOutcome {
  at::Tensor loss;       // mean over the batch, before the update
  at::Tensor grad_norm;  // L2 over all parameters, before clipping
  at::Tensor clipped;    // 1 where the gradient was clipped, else 0
};

struct Batch {
  at::Tensor inputs;   // float32 [n, c, h, w]
  at::Tensor targets;  // int64 [n], or float32 [n] for regression
};

// What happens to the gradients between ranks; one rank has none of it.
struct StepHooks {
  std::function<void(bool is_last)> before_forward;   // of each micro-batch
  std::function<void(bool is_last)> before_backward;  // of each micro-batch
};

class TrainStep {
 public:
  // Both must outlive it.
  TrainStep(Model& model, Optimizer& optimizer, const StepOptions& options, c10::Device device);

  // From now on.
  void use(StepHooks hooks) { hooks_ = std::move(hooks); }

  // With half precision: an update whose gradients overflow is skipped on the device. Else null.
  [[nodiscard]] LossScaler* scaler() { return scaler_ ? &*scaler_ : nullptr; }

  // `weight` multiplies the loss that is differentiated (samples of this rank / mean samples of all
  // ranks), not the one returned. Waits for no device.
  StepOutcome run(const Batch& batch, double lr, double weight = 1.0);

 private:
  [[nodiscard]] at::Tensor accumulate_gradients(const Batch& batch, double weight);

  Model& model_;
  Optimizer& optimizer_;
  StepOptions options_;
  StepHooks hooks_;
  std::optional<LossScaler> scaler_;
};

// Mean loss of the batch as a float32 scalar, in evaluation mode and without gradients.
[[nodiscard]] at::Tensor evaluate_loss(Model& model, const Batch& batch,
                                       const StepOptions& options);

}  // namespace lrsweep::trainer
