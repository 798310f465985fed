// Updates whose numbers have not been read from the device yet.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "trainer/rank_group.hpp"
#include "trainer/train/train_step.hpp"

namespace lrsweep::trainer {

// Means over the whole batch.
struct ReadUpdate {
  double loss = 0;
  double grad_norm = 0;
  bool clipped = false;
};

struct ReadBlock {
  std::vector<ReadUpdate> updates;
  bool cancelled = false;  // any rank was told to stop
};

class UpdateQueue {
 public:
  explicit UpdateQueue(RankGroup& group) : group_(group) {}

  // How many updates to queue before they are read: the same on all ranks, about a tenth of a
  // second's worth.
  [[nodiscard]] std::int64_t length() const { return length_; }

  // `weight` as RankShare has it.
  void add(const StepOutcome& outcome, double weight);

  // Waits for the device. Collective: losses are averaged over ranks, `cancelled` is any rank's.
  [[nodiscard]] ReadBlock read(bool cancelled);

 private:
  [[nodiscard]] std::vector<double> numbers_here() const;
  [[nodiscard]] std::int64_t wished_length(std::size_t updates) const;

  RankGroup& group_;
  std::vector<StepOutcome> queued_;
  std::vector<double> weights_;
  std::int64_t length_ = 1;
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

}  // namespace lrsweep::trainer
