// A data set made ready for training: on the device, split, with its normalisation learnt.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <cstdint>
#include <memory>
#include <string>

#include "core/result.hpp"
#include "core/spec.hpp"
#include "trainer/data/normalization.hpp"
#include "trainer/data/split.hpp"
#include "trainer/models/model.hpp"
#include "trainer/train_step.hpp"

namespace lrsweep::trainer {

struct PreparedData {
  at::Tensor images;  // uint8 [n, c, h, w] on the device
  at::Tensor labels;  // int64 [n] on the device
  Split split;        // on the CPU
  Normalization normalization;
  ModelShape shape;

  // The samples with those numbers (int64 [m], on the CPU), normalised.
  [[nodiscard]] Batch batch(const at::Tensor& samples) const;
};

// Keeps the last data set, so that runs with the same data keys find it ready.
class DataCache {
 public:
  explicit DataCache(c10::Device device) : device_(device) {}

  // Valid until the next call. kData as load_training_data().
  [[nodiscard]] core::Result<const PreparedData*> get(const core::Spec& spec);

 private:
  c10::Device device_;
  std::string key_;
  std::unique_ptr<PreparedData> data_;
};

}  // namespace lrsweep::trainer
