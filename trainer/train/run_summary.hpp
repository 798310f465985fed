// What is said of a training run when it has ended.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "trainer/train/position.hpp"
#include "trainer/train/recorder.hpp"
#include "trainer/train/train_setup.hpp"

namespace lrsweep::trainer {

struct RunSummary {
  const ReadyToTrain& ready;
  const Position& position;
  const Recorder& recorder;
  const RankGroup& group;
  bool scales_loss = false;                     // half precision, which may skip updates
  std::optional<std::int64_t> resumed_at = {};  // updates that its checkpoint had done
};

// {last values, "update", "best": {values, "update"}, "metric", "goal", "parameters",
// "flops_per_sample", "per_device_batch"}, and where they apply "warnings" (of the schedule),
// "skipped_updates", "resumed_at_update", "stopped_at_update".
[[nodiscard]] std::string to_json(const RunSummary& summary);

}  // namespace lrsweep::trainer
