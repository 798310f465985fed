// The folder of one run's checkpoints and weights.
//
//   checkpoint-<updates>-<first 16 digits of its SHA-256>.safetensors   the last two
//   last.safetensors, best.safetensors                                  weights that are kept
//
// Every file is whole or not there; a damaged checkpoint is seen by its name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "core/result.hpp"
#include "trainer/safetensors.hpp"

namespace lrsweep::trainer {

class CheckpointFolder {
 public:
  // Made when something is first written to it.
  explicit CheckpointFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // The state after so many updates; of those before, the newest is kept. kStorage.
  [[nodiscard]] core::Result<void> write(std::int64_t updates, const TensorFile& state) const;

  // The newest whose checksum is right; says on stderr which it had to leave out.
  [[nodiscard]] std::optional<TensorFile> newest() const;

  // Weights under a name of their own ("best"): <name>.safetensors. kStorage.
  [[nodiscard]] core::Result<void> save(std::string_view name, const TensorFile& weights) const;

  // A run that has ended goes on from nothing.
  void remove_checkpoints() const;

 private:
  [[nodiscard]] std::vector<std::filesystem::path> checkpoints() const;  // newest first

  std::filesystem::path folder_;
};

}  // namespace lrsweep::trainer
