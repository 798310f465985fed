// How long a run is and when it is validated, in updates.
#pragma once

#include <cstdint>

namespace lrsweep::finders {

// An epoch is a pass over the training samples in batches of `batch`; its last batch is what is
// left. Nothing depends on ranks or accumulation.
struct TrainingPlan {
  std::int64_t samples = 0;           // >= 1
  std::int64_t batch = 0;             // >= 1, at most `samples`
  std::int64_t updates = 0;           // T of the whole run
  std::int64_t validate_every = 0;    // 0: never
  std::int64_t checkpoint_every = 0;  // 0: at ends of epochs, when some time has passed

  [[nodiscard]] std::int64_t updates_per_epoch() const { return (samples + batch - 1) / batch; }
  // Samples of update t.
  [[nodiscard]] std::int64_t samples_of(std::int64_t t) const;
  // After `done` updates.
  [[nodiscard]] bool validates(std::int64_t done) const;
  [[nodiscard]] bool ends_epoch(std::int64_t done) const;
  [[nodiscard]] double epochs(std::int64_t done) const;
  // The next count of updates above `done` at which something happens: the end of an epoch, a
  // validation, a checkpoint, the end.
  [[nodiscard]] std::int64_t next_event(std::int64_t done) const;
};

// round(epochs · updates_per_epoch), at least 1.
[[nodiscard]] std::int64_t updates_of_epochs(double epochs, std::int64_t updates_per_epoch);

}  // namespace lrsweep::finders
