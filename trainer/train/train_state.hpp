// A run's tensors and position, to and from a checkpoint.
#pragma once

#include <string>

#include "trainer/loss_scaler.hpp"
#include "trainer/models/model.hpp"
#include "trainer/optimizers/optimizer.hpp"
#include "trainer/safetensors.hpp"
#include "trainer/train/position.hpp"
#include "trainer/weight_average.hpp"

namespace lrsweep::trainer {

// What a checkpoint is made of; nothing is owned.
struct TrainState {
  Model& model;
  Optimizer& optimizer;
  WeightAverage* average = nullptr;  // where there is one
  LossScaler* scaler = nullptr;      // where there is one
  Position& position;
};

// Parameters and running statistics under the model's own names.
[[nodiscard]] TensorFile weights_of(const Model& model);

// Everything that the next update depends on; `spec_sha256` says of which spec.
[[nodiscard]] TensorFile checkpoint_of(const TrainState& state, const std::string& spec_sha256);

// Puts it back. kData, with nothing changed, where the file is of another spec or its tensors are
// not the run's.
[[nodiscard]] core::Result<void> restore(const TensorFile& file, const std::string& spec_sha256,
                                         TrainState& state);

}  // namespace lrsweep::trainer
