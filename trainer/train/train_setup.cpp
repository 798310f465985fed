#include "trainer/train/train_setup.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "core/json.hpp"
#include "core/metrics.hpp"
#include "core/seeds.hpp"
#include "core/spec_defaults.hpp"
#include "finders/schedules/spec_schedule.hpp"
#include "trainer/models/registry.hpp"
#include "trainer/optimizers/registry.hpp"
#include "trainer/train/graphed_step.hpp"

namespace lrsweep::trainer {
namespace {

using core::SeedUse;
using Problems = std::vector<std::string>;

// The value, or its problems added to the others.
template <class T>
std::optional<T> keep(core::Result<T> result, Problems& problems) {
  if (result) return std::move(*result);
  problems.push_back(result.error().message);
  return std::nullopt;
}

void check_precision(const TrainSetup& setup, Problems& problems) {
  const auto precision = setup.spec.text("train.precision");
  if (!setup.device.is_cpu() || (precision != "fp16" && precision != "tf32")) return;
  problems.push_back(
      fmt::format("train.precision {}: the device is a CPU; allowed: fp32, bf16", precision));
}

void check_batch(const TrainSetup& setup, Problems& problems) {
  const auto batch = setup.spec.integer("train.batch_size");
  const auto samples = setup.data.split.train.size(0);
  if (batch <= samples) return;
  problems.push_back(
      fmt::format("train.batch_size {}: the training part has {} samples; allowed: 1 to {}", batch,
                  samples, samples));
}

// Of a batch of one row of numbers, batch normalisation has nothing to learn a variance from.
void check_last_batch(const TrainSetup& setup, const finders::TrainingPlan& plan,
                      Problems& problems) {
  const bool rows = setup.spec.text("model.name") != "resnet18";
  const auto last = plan.samples_of(plan.updates_per_epoch() - 1);
  const auto parts = setup.spec.integer("train.accumulate") * setup.group.world();
  if (core::norm(setup.spec) != "batch" || !rows || last >= 2 * parts) return;
  problems.push_back(
      fmt::format("train.batch_size {}: the last batch of an epoch has {} of {} samples, and "
                  "model.norm batch needs two in each of its {} parts; allowed: another batch size "
                  "or norm",
                  plan.batch, last, plan.samples, parts));
}

finders::ScheduleRun schedule_run(const core::Spec& spec, const finders::TrainingPlan& plan) {
  return {.lr = core::lr(spec),
          .updates = plan.updates,
          .updates_per_epoch = static_cast<double>(plan.updates_per_epoch())};
}

std::int64_t duration_or(const core::Spec& spec, const finders::TrainingPlan& plan,
                         std::string_view key, std::int64_t fallback, Problems& problems) {
  if (!spec.has(key)) return fallback;
  const auto updates = finders::updates_of(spec.json(key), schedule_run(spec, plan), key);
  if (!updates) problems.push_back(updates.error().message);
  return updates.value_or(fallback);
}

finders::TrainingPlan make_plan(const TrainSetup& setup, Problems& problems) {
  const auto& spec = setup.spec;
  finders::TrainingPlan plan{.samples = setup.data.split.train.size(0),
                             .batch = spec.integer("train.batch_size")};
  plan.batch = std::min(plan.batch, plan.samples);
  plan.updates = spec.has("train.updates") ? spec.integer("train.updates")
                                           : finders::updates_of_epochs(spec.number("train.epochs"),
                                                                        plan.updates_per_epoch());
  if (setup.data.split.validation.size(0) > 0) {
    plan.validate_every =
        duration_or(spec, plan, "train.validate_every", plan.updates_per_epoch(), problems);
  }
  plan.checkpoint_every = duration_or(spec, plan, "train.checkpoint_every", 0, problems);
  return plan;
}

core::Result<MetricChoice> choose_metric(const TrainSetup& setup) {
  const auto name = core::metric_name(setup.spec, setup.data.classification);
  const bool of_classes =
      name.ends_with("accuracy") || name.ends_with("top5") || name.ends_with("f1");
  const bool of_numbers = name.ends_with("mse") || name.ends_with("mae") || name.ends_with("r2");
  const bool fits = setup.data.classification ? !of_numbers : !of_classes;
  if (fits) return MetricChoice{name, core::goal_of(setup.spec, name)};
  return core::fail(core::ErrorKind::kUsage,
                    fmt::format("metric.name {}: the targets are {}; allowed: val_loss, {}", name,
                                setup.data.classification ? "classes" : "numbers",
                                setup.data.classification ? "val_accuracy, val_top5, val_f1"
                                                          : "val_mse, val_mae, val_r2"));
}

ModelSeeds model_seeds(const TrainSetup& setup) {
  return {core::stream_seed(setup.seed, SeedUse::kInit),
          core::stream_seed(setup.seed, SeedUse::kDropout, setup.group.rank())};
}

Problems warnings_of(const TrainSetup& setup, const finders::TrainingPlan& plan, core::Goal goal,
                     const finders::Schedule& schedule) {
  const auto run = schedule_run(setup.spec, plan);
  auto warnings = finders::schedule_warnings(schedule, run);
  const auto lengths = finders::duration_warnings(finders::schedule_json(setup.spec, goal), run);
  warnings.insert(warnings.end(), lengths.begin(), lengths.end());
  return warnings;
}

void check_graph(const TrainSetup& setup, const ReadyToTrain& ready, Problems& problems) {
  if (setup.spec.text("train.cuda_graph") != "on") return;
  const auto of_optimizer = graph_problems(setup.spec, *ready.optimizer);
  problems.insert(problems.end(), of_optimizer.begin(), of_optimizer.end());
  const auto refuse = [&](const char* why) {
    problems.push_back(fmt::format("train.cuda_graph on: {}; allowed: auto, off", why));
  };
  if (!setup.device.is_cuda()) refuse("the device is a CPU");
  if (setup.group.world() > 1) refuse("the run trains on several devices");
  if (ready.schedule.momentum(0)) refuse("the schedule moves the momentum");
}

core::Failure all(const Problems& problems) {
  return core::fail(core::ErrorKind::kUsage, fmt::format("{}", fmt::join(problems, "\n")));
}

}  // namespace

std::vector<std::string> problems_of_batches(const TrainSetup& setup) {
  Problems problems;
  check_precision(setup, problems);
  check_batch(setup, problems);
  return problems;
}

core::Result<ReadyToTrain> make_ready(const TrainSetup& setup) {
  Problems problems = problems_of_batches(setup);
  const auto plan = make_plan(setup, problems);
  check_last_batch(setup, plan, problems);
  auto metric = keep(choose_metric(setup), problems);
  auto schedule = keep(finders::make_schedule(setup.spec, schedule_run(setup.spec, plan),
                                              metric.value_or(MetricChoice{}).goal),
                       problems);
  auto options = keep(step_options(setup.spec, setup.data.classification), problems);
  auto model =
      keep(make_model(setup.spec, setup.data.shape, model_seeds(setup), setup.device), problems);
  if (!problems.empty()) return all(problems);
  auto optimizer = make_optimizer(setup.spec, (*model)->parameters());
  if (!optimizer) return core::Failure(optimizer.error());
  ReadyToTrain ready{plan,
                     *schedule,
                     *std::move(options),
                     *metric,
                     *std::move(model),
                     *std::move(optimizer),
                     warnings_of(setup, plan, metric->goal, *schedule)};
  check_graph(setup, ready, problems);
  if (!problems.empty()) return all(problems);
  return ready;
}

}  // namespace lrsweep::trainer
