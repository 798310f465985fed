// What each update of a training run trains on.
#pragma once

#include <cstdint>

#include "finders/training_plan.hpp"
#include "trainer/data/augment.hpp"
#include "trainer/train/epoch_order.hpp"
#include "trainer/train/train_setup.hpp"

namespace lrsweep::trainer {

// This rank's share of a global batch.
struct SharedBatch {
  Batch batch;
  double weight = 1;  // of its mean loss: samples here / mean samples of a rank
};

// Order, share and augmentation follow from the run's seed and the update alone.
class BatchSource {
 public:
  // What `setup` points at must outlive it.
  BatchSource(const TrainSetup& setup, const finders::TrainingPlan& plan);

  // Of update t. Waits for no device.
  [[nodiscard]] SharedBatch at_update(std::int64_t t);

 private:
  [[nodiscard]] Batch gather(const at::Tensor& samples, std::int64_t t, std::int64_t begin,
                             std::int64_t total) const;

  TrainSetup setup_;
  EpochOrder order_;
  Augmentation augmentation_;
};

}  // namespace lrsweep::trainer
