#include <array>
#include <cmath>
#include <limits>

#include "core/json.hpp"
#include "tests/reports/snapshots.hpp"

namespace lrsweep::testing {
namespace {

constexpr std::int64_t kUpdates = 500;
constexpr std::array kValAccuracy{0.81, 0.86, 0.88, 0.903, 0.897};

// A rate that rises over 150 updates and falls to nothing, and a loss that falls.
void add_batches(core::RunSnapshot& run) {
  for (std::int64_t t = 0; t < kUpdates; t += 2) {
    const auto done = static_cast<double>(t);
    const double lr = t < 150 ? 0.1 * (done + 1) / 150 : 0.1 * (500 - done) / 350;
    const double loss = 0.3 + 2 * std::exp(-done / 80) + 0.05 * std::sin(done * done);
    run.metrics.push_back({.run_id = run.run.id, .name = "batch_loss", .update = t, .value = loss});
    run.metrics.push_back({.run_id = run.run.id, .name = "batch_lr", .update = t, .value = lr});
  }
}

void add_epochs(core::RunSnapshot& run) {
  for (std::size_t i = 0; i < kValAccuracy.size(); ++i) {
    const auto epoch = static_cast<double>(i + 1);
    const auto add = [&](const char* name, double value) {
      run.metrics.push_back({.run_id = run.run.id,
                             .name = name,
                             .update = static_cast<std::int64_t>(i + 1) * 100,
                             .value = value});
    };
    add("epoch", epoch);
    add("lr", 0.1 / epoch);
    add("train_loss", 1 / epoch);
    add("val_loss", 1.1 / epoch);
    add("val_accuracy", kValAccuracy.at(i));
    add("grad_norm", 0.5 * epoch);
    add("images_per_second", 8000 + epoch);
  }
}

}  // namespace

core::Snapshot training_sweep() {
  core::Snapshot snapshot = measured_sweep();
  snapshot.sweep.kind = core::SweepKind::kTrain;
  snapshot.sweep.metric = "val_accuracy";
  snapshot.sweep.goal = core::Goal::kMaximize;
  auto& runs = snapshot.trials[0].runs;
  runs.resize(1);
  runs[0].range_points.clear();
  runs[0].run.updates_done = kUpdates;
  runs[0].run.metrics_json =
      R"({"val_accuracy":0.897,"val_loss":0.22,"update":500,"metric":"val_accuracy",)"
      R"("goal":"maximize","parameters":206922,"flops_per_sample":8300000,"per_device_batch":128,)"
      R"("best":{"val_accuracy":0.903,"update":400},"test_accuracy":0.9012,"test_loss":0.28,)"
      R"("warnings":["the rate never falls: 0.1 from the first update to the last"]})";
  add_batches(runs[0]);
  add_epochs(runs[0]);
  return snapshot;
}

core::Snapshot diverged_training() {
  core::Snapshot snapshot = training_sweep();
  auto& run = snapshot.trials[0].runs[0];
  run.run.state = core::RunState::kDiverged;
  run.run.reason = "the loss is nan at update 40 of 500, rate 30";
  run.run.updates_done = 41;
  run.run.metrics_json = R"({"metric":"val_accuracy","goal":"maximize"})";
  std::erase_if(run.metrics, [](const auto& metric) { return metric.update > 40; });
  run.metrics.push_back({.run_id = run.run.id,
                         .name = "batch_loss",
                         .update = 40,
                         .value = std::numeric_limits<double>::quiet_NaN()});
  return snapshot;
}

}  // namespace lrsweep::testing
