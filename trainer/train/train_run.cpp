#include "trainer/train/train_run.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "finders/early_stopping.hpp"
#include "trainer/train/batch_source.hpp"
#include "trainer/train/graphed_step.hpp"
#include "trainer/train/recorder.hpp"
#include "trainer/train/run_files.hpp"
#include "trainer/train/run_summary.hpp"
#include "trainer/train/train_state.hpp"
#include "trainer/train/update_queue.hpp"
#include "trainer/weight_average.hpp"

namespace lrsweep::trainer {
namespace {

using SteadyClock = std::chrono::steady_clock;

double seconds_since(SteadyClock::time_point start) {
  return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

finders::EarlyStoppingOptions stopping_options(const core::Spec& spec, core::Goal goal) {
  finders::EarlyStoppingOptions options{.goal = goal, .min_delta = spec.number("train.min_delta")};
  if (spec.has("train.patience")) options.patience = spec.integer("train.patience");
  return options;
}

std::unique_ptr<WeightAverage> make_average(const core::Spec& spec, const Model& model) {
  if (!spec.has("train.ema")) return nullptr;
  return std::make_unique<WeightAverage>(model.parameters(), model.buffers(),
                                         spec.number("train.ema"));
}

// Only where it is asked for: auto records nothing as long as no device has shown it to be right.
std::unique_ptr<StepGraph> make_graph(const TrainRequest& request) {
  if (request.setup.spec.text("train.cuda_graph") != "on" || !request.make_graph) return nullptr;
  return request.make_graph();
}

class TrainRun {
 public:
  TrainRun(const TrainRequest& request, ReadyToTrain ready, RunListener& listener)
      : request_(request),
        setup_(request.setup),
        ready_(std::move(ready)),
        listener_(listener),
        step_(*ready_.model, *ready_.optimizer, ready_.options, setup_.device),
        graphed_(step_, *ready_.optimizer, make_graph(request)),
        files_(request.checkpoints, setup_.spec, ready_.plan, setup_.group.rank() == 0),
        average_(make_average(setup_.spec, *ready_.model)),
        batches_(setup_, ready_.plan),
        stopping_(stopping_options(setup_.spec, ready_.metric.goal)),
        recorder_(ready_.plan, position_),
        queue_(setup_.group) {}

  core::Result<TrainOutcome> run() {
    go_on_from_checkpoint();
    step_.use(setup_.group.average_gradients(ready_.model->parameters()));
    while (position_.updates < ready_.plan.updates && !ended_) {
      if (auto done = train_to(ready_.plan.next_event(position_.updates)); !done) {
        return core::Failure(done.error());
      }
    }
    return finish();
  }

 private:
  // ---- one stretch of updates, up to where something else happens

  core::Result<void> train_to(std::int64_t event) {
    while (position_.updates < event && !ended_) train_block(event);
    if (position_.updates == event && ended_ != TrainEnd::kDiverged) {
      if (auto measured = measure(); !measured) return measured;
    }
    const bool stopped = ended_ == TrainEnd::kCancelled;
    const bool due = !ended_ && event < ready_.plan.updates && files_.checkpoint_is_due(event);
    return stopped || due ? files_.write_checkpoint(state()) : core::Result<void>{};
  }

  void train_block(std::int64_t event) {
    const auto start = SteadyClock::now();
    const auto first = position_.updates;
    // In half precision only the device knows whether an update counted: the next one's rate waits.
    const bool halves = step_.scaler() != nullptr;
    const auto end = std::min(event, first + (halves ? 1 : queue_.length()));
    rates_.clear();
    for (auto t = first; t < end; ++t) queue_update(t);
    const auto block = queue_.read(listener_.cancelled());
    if (halves) position_.skipped = step_.scaler()->skipped().item<std::int64_t>();
    const double seconds = seconds_since(start);
    position_.seconds += seconds;
    position_.epoch.seconds += seconds;
    observe(block);
    tell();
  }

  // The schedule does not advance on a skipped update.
  [[nodiscard]] double rate(std::int64_t t) const {
    return ready_.schedule.lr(t - position_.skipped);
  }

  void queue_update(std::int64_t t) {
    const auto shared = batches_.at_update(t);
    if (const auto momentum = ready_.schedule.momentum(t - position_.skipped))
      ready_.optimizer->set_momentum(*momentum);
    ready_.model->begin_update(t);
    rates_.push_back(rate(t));
    queue_.add(graphed_.run(shared.batch, rates_.back(), shared.weight), shared.weight);
    if (average_ != nullptr) average_->update();
  }

  void observe(const ReadBlock& block) {
    for (std::size_t i = 0; i < block.updates.size(); ++i) {
      const auto& update = block.updates[i];
      if (!std::isfinite(update.loss)) return diverge(update.loss, rates_[i]);
      recorder_.on_update(update, rates_[i]);
    }
    if (block.cancelled) ended_ = TrainEnd::kCancelled;
  }

  void diverge(double loss, double lr) {
    ended_ = TrainEnd::kDiverged;
    // NaN has a sign bit, which says nothing.
    reason_ = fmt::format("the loss is {} at update {} of {}, rate {:.4g}",
                          std::isnan(loss) ? std::abs(loss) : loss, position_.updates,
                          ready_.plan.updates, lr);
    recorder_.on_update({.loss = loss}, lr);
  }

  void tell() {
    listener_.on_updates(position_.updates, ready_.plan.updates, recorder_.take_new());
  }

  // ---- between stretches

  // The end of an epoch, or a validation.
  core::Result<void> measure() {
    const auto done = position_.updates;
    const bool epoch = ready_.plan.ends_epoch(done);
    const bool validates = ready_.plan.validates(done);
    if (!epoch && !validates) return {};
    recorder_.on_epoch(rate(done - 1), request_.peak_memory(), epoch);
    auto validated = validates ? validate() : core::Result<void>{};
    tell();
    return validated;
  }

  template <class BatchOf>
  [[nodiscard]] Metrics evaluated(std::int64_t samples, BatchOf batch) {
    return evaluate({.model = *ready_.model,
                     .options = ready_.options,
                     .group = setup_.group,
                     .outputs = setup_.data.shape.outputs,
                     .samples = samples,
                     .batch = batch});
  }

  core::Result<void> validate() {
    const auto& held_out = setup_.data.split.validation;
    const Averaged averaged(average_.get());
    recorder_.on_metrics("val",
                         evaluated(held_out.size(0), [&](std::int64_t begin, std::int64_t count) {
                           return setup_.data.batch(held_out.narrow(0, begin, count));
                         }));
    const double metric =
        recorder_.last(ready_.metric.name).value_or(std::numeric_limits<double>::quiet_NaN());
    position_.validations.push_back(metric);
    return take_validation(metric);
  }

  // What follows from one validation; replayed when a run goes on.
  bool follow(double metric) {
    ready_.schedule.epoch_ended(metric);
    const bool best = stopping_.observe(metric);
    if (stopping_.stops() && !ended_) ended_ = TrainEnd::kComplete;
    return best;
  }

  core::Result<void> take_validation(double metric) {
    if (!follow(metric)) return {};
    position_.best = recorder_.last_row();
    return files_.keep_weights("best", *ready_.model, position_.updates);
  }

  // ---- the beginning

  [[nodiscard]] TrainState state() {
    return {*ready_.model, *ready_.optimizer, average_.get(), step_.scaler(), position_};
  }

  void go_on_from_checkpoint() {
    auto here = state();
    if (!files_.restore_newest(here)) return;
    resumed_at_ = position_.updates;
    for (const double metric : position_.validations) follow(metric);
    tell();
  }

  // ---- the end

  core::Result<TrainOutcome> finish() {
    const bool complete = !ended_ || ended_ == TrainEnd::kComplete;
    if (complete) {
      if (auto kept = finish_complete(); !kept) return core::Failure(kept.error());
    }
    if (ended_ != TrainEnd::kCancelled) files_.remove_checkpoints();
    return TrainOutcome{.end = ended_.value_or(TrainEnd::kComplete),
                        .reason = reason_,
                        .updates_done = position_.updates,
                        .train_seconds = position_.seconds,
                        .metrics_json = summary()};
  }

  core::Result<void> finish_complete() {
    const Averaged averaged(average_.get());
    if (setup_.spec.flag("train.final")) {
      if (auto tested = test(); !tested) return tested;
    }
    return files_.keep_weights("last", *ready_.model, position_.updates);
  }

  core::Result<void> test() {
    const auto data = request_.test_data();
    if (!data) return core::Failure(data.error());
    const auto& test_data = **data;
    recorder_.on_metrics("test",
                         evaluated(test_data.size(), [&](std::int64_t begin, std::int64_t count) {
                           return test_data.batch(begin, count);
                         }));
    tell();
    return {};
  }

  [[nodiscard]] std::string summary() {
    return to_json(RunSummary{.ready = ready_,
                              .position = position_,
                              .recorder = recorder_,
                              .group = setup_.group,
                              .scales_loss = step_.scaler() != nullptr,
                              .resumed_at = resumed_at_});
  }

  TrainRequest request_;
  TrainSetup setup_;
  ReadyToTrain ready_;
  RunListener& listener_;
  TrainStep step_;
  GraphedStep graphed_;
  RunFiles files_;
  std::unique_ptr<WeightAverage> average_;
  BatchSource batches_;
  finders::EarlyStopping stopping_;
  Position position_;
  Recorder recorder_;
  UpdateQueue queue_;
  std::vector<double> rates_;  // of the updates in the queue
  std::optional<TrainEnd> ended_;
  std::optional<std::int64_t> resumed_at_;
  std::string reason_;
};

}  // namespace

core::Result<TrainOutcome> run_training(const TrainRequest& request, RunListener& listener) {
  auto ready = make_ready(request.setup);
  if (!ready) return core::Failure(ready.error());
  return TrainRun(request, *std::move(ready), listener).run();
}

}  // namespace lrsweep::trainer
