#include "trainer/synthetic_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "core/json.hpp"
#include "core/metrics.hpp"
#include "core/seeds.hpp"
#include "core/spec_defaults.hpp"
#include "finders/early_stopping.hpp"
#include "finders/schedules/spec_schedule.hpp"
#include "finders/synthetic_loss.hpp"
#include "finders/training_plan.hpp"

namespace lrsweep::trainer {
namespace {

using SteadyClock = std::chrono::steady_clock;

finders::TrainingPlan plan_of(const core::Spec& spec) {
  finders::TrainingPlan plan{.samples = spec.integer("synthetic.samples"),
                             .batch = spec.integer("train.batch_size")};
  plan.batch = std::min(plan.batch, plan.samples);
  plan.updates = spec.has("train.updates") ? spec.integer("train.updates")
                                           : finders::updates_of_epochs(spec.number("train.epochs"),
                                                                        plan.updates_per_epoch());
  plan.validate_every = plan.updates_per_epoch();
  return plan;
}

finders::SyntheticLoss loss_of(const SyntheticSetup& setup, const finders::TrainingPlan& plan) {
  const auto seed = core::stream_seed(setup.seed, core::SeedUse::kInit, setup.fold);
  return finders::SyntheticLoss({.best_lr = setup.spec.number("synthetic.best_lr"),
                                 .diverge_lr = setup.spec.number("synthetic.diverge_lr"),
                                 .noise = setup.spec.number("synthetic.noise"),
                                 .updates_per_epoch = plan.updates_per_epoch(),
                                 .seed = seed});
}

// Waits so that updates take the time they are asked to.
class Pace {
 public:
  Pace(const core::Spec& spec, const finders::TrainingPlan& plan)
      : each_(spec.number("synthetic.epoch_seconds") /
              static_cast<double>(plan.updates_per_epoch())) {}

  // True where the listener told to stop in the meantime.
  bool wait_for(std::int64_t updates, RunListener& listener) const {
    constexpr std::chrono::milliseconds kLook{20};
    const auto due = start_ + std::chrono::duration<double>(each_ * static_cast<double>(updates));
    while (!listener.cancelled()) {
      const auto left = due - SteadyClock::now();
      if (left <= left.zero()) return false;
      std::this_thread::sleep_for(std::min<std::chrono::duration<double>>(left, kLook));
    }
    return true;
  }
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(SteadyClock::now() - start_).count();
  }

 private:
  double each_;
  SteadyClock::time_point start_ = SteadyClock::now();
};

class SyntheticTraining {
 public:
  SyntheticTraining(const SyntheticSetup& setup, const finders::TrainingPlan& plan,
                    finders::Schedule schedule, std::string metric)
      : plan_(plan),
        schedule_(std::move(schedule)),
        metric_(std::move(metric)),
        goal_(core::goal_of(setup.spec, metric_)),
        loss_(loss_of(setup, plan)),
        pace_(setup.spec, plan),
        stopping_({.goal = goal_,
                   .patience = setup.spec.has("train.patience")
                                   ? std::optional(setup.spec.integer("train.patience"))
                                   : std::nullopt,
                   .min_delta = setup.spec.number("train.min_delta")}) {}

  TrainOutcome run(RunListener& listener) {
    TrainOutcome outcome;
    while (done_ < plan_.updates && !stopping_.stops()) {
      const auto event = plan_.next_event(done_);
      if (pace_.wait_for(event, listener)) outcome.end = TrainEnd::kCancelled;
      if (outcome.end != TrainEnd::kCancelled) outcome.reason = train_to(event);
      if (!outcome.reason.empty()) outcome.end = TrainEnd::kDiverged;
      listener.on_updates(done_, plan_.updates, std::exchange(points_, {}));
      if (outcome.end != TrainEnd::kComplete) break;
    }
    outcome.updates_done = done_;
    outcome.train_seconds = pace_.seconds();
    outcome.metrics_json = metrics_json();
    return outcome;
  }

 private:
  // Why it diverged, or nothing.
  std::string train_to(std::int64_t event) {
    double sum = 0;
    const auto first = done_;
    while (done_ < event) {
      const double lr = schedule_.lr(done_);
      const double loss = loss_.update(lr);
      if (!std::isfinite(loss)) {
        return fmt::format("the loss is {} at update {} of {}, rate {:.4g}", loss, done_,
                           plan_.updates, lr);
      }
      if (done_ % std::max<std::int64_t>(1, plan_.updates / 500) == 0) {
        points_.push_back({"batch_loss", done_, loss});
        points_.push_back({"batch_lr", done_, lr});
      }
      sum += loss;
      ++done_;
    }
    validate(sum / static_cast<double>(done_ - first));
    return "";
  }

  void validate(double train_loss) {
    row_ = {{"epoch", done_, plan_.epochs(done_)},
            {"lr", done_, schedule_.lr(done_ - 1)},
            {"train_loss", done_, train_loss},
            {"val_loss", done_, loss_.validation_loss()},
            {"val_accuracy", done_, loss_.validation_accuracy()}};
    points_.insert(points_.end(), row_.begin(), row_.end());
    const auto found = std::find_if(row_.begin(), row_.end(),
                                    [&](const auto& point) { return point.name == metric_; });
    const double value = found == row_.end() ? loss_.validation_loss() : found->value;
    schedule_.epoch_ended(value);
    if (stopping_.observe(value)) best_ = row_;
  }

  static core::Json object_of(const std::vector<core::MetricPoint>& row) {
    auto object = core::Json::object();
    for (const auto& point : row) object[point.name] = core::json_number(point.value);
    if (!row.empty()) object["update"] = row.front().update;
    return object;
  }

  [[nodiscard]] std::string metrics_json() const {
    auto json = object_of(row_);
    if (!best_.empty()) json["best"] = object_of(best_);
    json["metric"] = metric_;
    json["goal"] = core::to_text(goal_);
    if (done_ < plan_.updates) json["stopped_at_update"] = done_;
    return core::dump(json);
  }

  finders::TrainingPlan plan_;
  finders::Schedule schedule_;
  std::string metric_;
  core::Goal goal_;
  finders::SyntheticLoss loss_;
  Pace pace_;
  finders::EarlyStopping stopping_;
  std::int64_t done_ = 0;
  std::vector<core::MetricPoint> points_;
  std::vector<core::MetricPoint> row_;
  std::vector<core::MetricPoint> best_;
};

}  // namespace

core::Result<TrainOutcome> run_synthetic_training(const SyntheticSetup& setup,
                                                  RunListener& listener) {
  const auto plan = plan_of(setup.spec);
  const auto metric = core::metric_name(setup.spec, /*classification=*/true);
  auto schedule =
      finders::make_schedule(setup.spec,
                             {.lr = core::lr(setup.spec),
                              .updates = plan.updates,
                              .updates_per_epoch = static_cast<double>(plan.updates_per_epoch())},
                             core::goal_of(setup.spec, metric));
  if (!schedule) return core::Failure(schedule.error());
  return SyntheticTraining(setup, plan, *std::move(schedule), metric).run(listener);
}

core::Result<RangeRunOutcome> run_synthetic_range_test(const SyntheticSetup& setup,
                                                       RunListener& listener) {
  const auto ladder = make_ladder(setup.spec);
  if (!ladder) return core::Failure(ladder.error());
  finders::LrRangeTest test(*ladder, range_test_options(setup.spec));
  const auto plan = plan_of(setup.spec);
  auto loss = loss_of(setup, plan);
  const Pace pace(setup.spec, plan);
  RangeRunOutcome outcome;
  while (const auto lr = test.next_lr()) {
    if (pace.wait_for(outcome.updates_done, listener)) outcome.cancelled = true;
    if (outcome.cancelled) break;
    const finders::Observation seen{loss.update(*lr), 1.0, 0.0};
    test.observe(seen);
    listener.on_rung({outcome.updates_done++, *lr, seen.loss, seen.grad_norm, seen.clipped_share},
                     test.planned_rungs());
  }
  outcome.stop = test.stop().value_or(core::Stop::kEnd);
  outcome.train_seconds = pace.seconds();
  return outcome;
}

}  // namespace lrsweep::trainer
