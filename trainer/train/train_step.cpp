#include "trainer/train/train_step.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "trainer/autocast.hpp"
#include "trainer/gradient_clip.hpp"

namespace lrsweep::trainer {
namespace {

// Gradients are left undefined rather than zeroed: backward then hands its own buffers over.
void forget_gradients(const std::vector<at::Tensor>& parameters) {
  for (const auto& parameter : parameters) parameter.mutable_grad() = at::Tensor();
}

at::Tensor loss_of(Model& model, const Batch& batch, const StepOptions& options) {
  at::Tensor outputs;
  {
    const AutocastScope autocast(options.precision, batch.inputs.device().type());
    outputs = model.forward(batch.inputs);
  }
  return options.loss(outputs, batch.targets);
}

c10::ScalarType precision_of(std::string_view name) {
  if (name == "bf16") return c10::ScalarType::BFloat16;
  return name == "fp16" ? c10::ScalarType::Half : c10::ScalarType::Float;
}

std::optional<double> number_or_none(const core::Spec& spec, const char* key) {
  return spec.has(key) ? std::optional(spec.number(key)) : std::nullopt;
}

Batch part_of(const Batch& batch, std::int64_t begin, std::int64_t count) {
  if (count == batch.targets.size(0)) return batch;
  return {batch.inputs.narrow(0, begin, count), batch.targets.narrow(0, begin, count)};
}

}  // namespace

core::Result<StepOptions> step_options(const core::Spec& spec, bool classification) {
  const auto loss = make_loss(spec, classification);
  if (!loss) return core::Failure(loss.error());
  return StepOptions{.precision = precision_of(spec.text("train.precision")),
                     .clip_norm = number_or_none(spec, "train.clip_norm"),
                     .clip_value = number_or_none(spec, "train.clip_value"),
                     .accumulate = spec.integer("train.accumulate"),
                     .loss = *loss};
}

TrainStep::TrainStep(Model& model, Optimizer& optimizer, const StepOptions& options,
                     c10::Device device)
    : model_(model), optimizer_(optimizer), options_(options) {
  if (options_.precision == c10::ScalarType::Half) scaler_.emplace(device);
}

StepOutcome TrainStep::run(const Batch& batch, double lr, double weight) {
  forget_gradients(model_.parameters());
  at::Tensor loss = accumulate_gradients(batch, weight);
  const auto gradients = gradients_of(model_.parameters());
  if (scaler_) scaler_->unscale(gradients);
  const auto clip = clip_gradients(gradients, options_.clip_norm, options_.clip_value);
  optimizer_.step(lr, scaler_ ? scaler_->found_inf() : at::Tensor());
  if (scaler_) scaler_->update();
  return {std::move(loss), clip.norm, clip.clipped};
}

at::Tensor TrainStep::accumulate_gradients(const Batch& batch, double weight) {
  const auto samples = batch.targets.size(0);
  const auto parts = std::min(options_.accumulate, samples);
  at::Tensor total;
  for (std::int64_t part = 0; part < parts; ++part) {
    // Sizes differ by one at most; each counts by its samples.
    const auto begin = samples * part / parts;
    const auto count = samples * (part + 1) / parts - begin;
    const bool is_last = part + 1 == parts;
    if (hooks_.before_forward) hooks_.before_forward(is_last);
    at::Tensor loss = loss_of(model_, part_of(batch, begin, count), options_);
    if (hooks_.before_backward) hooks_.before_backward(is_last);
    const auto share = static_cast<double>(count) / static_cast<double>(samples);
    const at::Tensor weighted = loss * (share * weight);
    (scaler_ ? scaler_->scale(weighted) : weighted).backward();
    const at::Tensor measured = loss.detach() * share;
    total = total.defined() ? total.add_(measured) : measured;
  }
  return total;
}

at::Tensor evaluate_loss(Model& model, const Batch& batch, const StepOptions& options) {
  const at::NoGradGuard no_grad;
  model.train(false);
  at::Tensor loss = loss_of(model, batch, options);
  model.train(true);
  return loss;
}

}  // namespace lrsweep::trainer
