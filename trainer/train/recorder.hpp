// Turns what updates and validations measure into the points that are stored.
//
//   batch_loss, batch_lr   at update t (from 0): loss and rate of that update, about 500 a run
//   after `done` updates:  epoch, lr (of the last update), train_loss (mean over the samples since
//                          the end of the epoch before), grad_norm (mean before clipping),
//                          images_per_second, peak_memory_bytes, and val_… of a validation
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "finders/training_plan.hpp"
#include "trainer/train/evaluation.hpp"
#include "trainer/train/position.hpp"
#include "trainer/train/update_queue.hpp"

namespace lrsweep::trainer {

class Recorder {
 public:
  // Both outlive it.
  Recorder(const finders::TrainingPlan& plan, Position& position)
      : plan_(plan), position_(position) {}

  // Update t at that rate; position.updates is t before it and t + 1 after.
  void on_update(const ReadUpdate& update, double lr);

  // At the end of an epoch or a validation: the sums so far, and with `ends_epoch` they begin anew.
  void on_epoch(double lr, std::int64_t peak_memory, bool ends_epoch);
  void on_metrics(const char* prefix, const Metrics& metrics);  // "val"

  // train_loss of the epoch so far; NaN before its first update.
  [[nodiscard]] double train_loss() const;
  // Points since the last call.
  [[nodiscard]] std::vector<core::MetricPoint> take_new();
  // The last value of a series.
  [[nodiscard]] std::optional<double> last(std::string_view name) const;
  // All points after the same count of updates as the newest that is no batch_…: the last row.
  [[nodiscard]] std::vector<core::MetricPoint> last_row() const;

 private:
  void add(std::string name, std::int64_t update, double value);

  const finders::TrainingPlan& plan_;
  Position& position_;
  std::size_t told_ = 0;  // of position_.points
};

}  // namespace lrsweep::trainer
