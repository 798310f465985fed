// What a training run leaves on disk, and when: checkpoints to go on from, weights to keep.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "core/spec.hpp"
#include "finders/training_plan.hpp"
#include "trainer/train/checkpoint_folder.hpp"
#include "trainer/train/train_state.hpp"

namespace lrsweep::trainer {

class RunFiles {
 public:
  // `writes`: of a group's ranks only one writes; all read. An empty folder keeps nothing. `spec`
  // and `plan` outlive it.
  RunFiles(const std::filesystem::path& folder, const core::Spec& spec,
           const finders::TrainingPlan& plan, bool writes);

  // Every train.checkpoint_every updates, or at the end of an epoch when ten seconds have passed.
  [[nodiscard]] bool checkpoint_is_due(std::int64_t done) const;
  [[nodiscard]] core::Result<void> write_checkpoint(const TrainState& state);
  // Puts the newest checkpoint of this spec back. False where there is none; says on stderr where
  // there is one of another spec.
  [[nodiscard]] bool restore_newest(TrainState& state) const;
  void remove_checkpoints() const;

  // "last" or "best", where train.save asks for it.
  [[nodiscard]] core::Result<void> keep_weights(std::string_view name, const Model& model,
                                                std::int64_t updates) const;

 private:
  CheckpointFolder folder_;
  const core::Spec& spec_;
  const finders::TrainingPlan& plan_;
  bool reads_;
  bool writes_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace lrsweep::trainer
