#include "trainer/train_step.hpp"

#include <ATen/ATen.h>

#include <utility>

#include "trainer/autocast.hpp"
#include "trainer/gradient_clip.hpp"

namespace lrsweep::trainer {
namespace {

// Gradients are left undefined rather than zeroed: backward then hands its own buffers over.
void forget_gradients(const std::vector<at::Tensor>& parameters) {
  for (const auto& parameter : parameters) parameter.mutable_grad() = at::Tensor();
}

at::Tensor loss_of(Model& model, const at::Tensor& images, const at::Tensor& labels,
                   bool bfloat16) {
  at::Tensor logits;
  {
    const AutocastScope autocast(bfloat16, images.device().type());
    logits = model.forward(images);
  }
  return at::cross_entropy_loss(logits.to(at::kFloat), labels);
}

}  // namespace

StepOptions step_options(const core::Spec& spec) {
  StepOptions options{.bfloat16 = spec.text("train.precision") == "bf16",
                      .clip_norm = {},
                      .accumulate = spec.integer("train.accumulate")};
  if (spec.has("train.clip_norm")) options.clip_norm = spec.number("train.clip_norm");
  return options;
}

TrainStep::TrainStep(Model& model, Optimizer& optimizer, const StepOptions& options,
                     StepHooks hooks)
    : model_(model), optimizer_(optimizer), options_(options), hooks_(std::move(hooks)) {}

StepOutcome TrainStep::run(const Batch& batch, double lr, double weight) {
  forget_gradients(model_.parameters());
  at::Tensor loss = accumulate_gradients(batch, weight);
  const auto clip = clip_gradients(gradients_of(model_.parameters()), options_.clip_norm);
  optimizer_.step(lr);
  return {std::move(loss), clip.norm, clip.clipped};
}

at::Tensor TrainStep::accumulate_gradients(const Batch& batch, double weight) {
  const auto samples = batch.labels.size(0);
  const auto parts = options_.accumulate;
  at::Tensor total;
  for (std::int64_t part = 0; part < parts; ++part) {
    // Sizes differ by one at most; each counts by its samples.
    const auto begin = samples * part / parts;
    const auto count = samples * (part + 1) / parts - begin;
    const bool is_last = part + 1 == parts;
    if (hooks_.before_forward) hooks_.before_forward(is_last);
    at::Tensor loss = loss_of(model_, batch.images.narrow(0, begin, count),
                              batch.labels.narrow(0, begin, count), options_.bfloat16);
    if (hooks_.before_backward) hooks_.before_backward(is_last);
    const auto share = static_cast<double>(count) / static_cast<double>(samples);
    (loss * (share * weight)).backward();
    const at::Tensor measured = loss.detach() * share;
    total = total.defined() ? total.add_(measured) : measured;
  }
  return total;
}

at::Tensor evaluate_loss(Model& model, const Batch& batch, bool bfloat16) {
  const at::NoGradGuard no_grad;
  model.train(false);
  at::Tensor loss = loss_of(model, batch.images, batch.labels, bfloat16);
  model.train(true);
  return loss;
}

}  // namespace lrsweep::trainer
