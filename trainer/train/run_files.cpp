#include "trainer/train/run_files.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace lrsweep::trainer {

RunFiles::RunFiles(const std::filesystem::path& folder, const core::Spec& spec,
                   const finders::TrainingPlan& plan, bool writes)
    : folder_(folder),
      spec_(spec),
      plan_(plan),
      reads_(!folder.empty()),
      writes_(writes && !folder.empty()) {}

bool RunFiles::checkpoint_is_due(std::int64_t done) const {
  constexpr std::chrono::seconds kEvery{10};
  if (plan_.checkpoint_every > 0) return done % plan_.checkpoint_every == 0;
  return plan_.ends_epoch(done) && std::chrono::steady_clock::now() - last_ >= kEvery;
}

core::Result<void> RunFiles::write_checkpoint(const TrainState& state) {
  last_ = std::chrono::steady_clock::now();
  if (!writes_) return {};
  return folder_.write(state.position.updates, checkpoint_of(state, spec_.sha256()));
}

bool RunFiles::restore_newest(TrainState& state) const {
  const auto file = reads_ ? folder_.newest() : std::nullopt;
  if (!file) return false;
  const auto restored = restore(*file, spec_.sha256(), state);
  if (!restored) fmt::print(stderr, "starts anew: {}\n", restored.error().message);
  return restored.has_value();
}

void RunFiles::remove_checkpoints() const {
  if (writes_) folder_.remove_checkpoints();
}

core::Result<void> RunFiles::keep_weights(std::string_view name, const Model& model,
                                          std::int64_t updates) const {
  const auto save = spec_.text("train.save");
  if (!writes_ || (save != name && save != "both")) return {};
  auto weights = weights_of(model);
  weights.metadata["lrsweep.spec"] = spec_.to_json();
  weights.metadata["lrsweep.updates"] = std::to_string(updates);
  return folder_.save(name, weights);
}

}  // namespace lrsweep::trainer
