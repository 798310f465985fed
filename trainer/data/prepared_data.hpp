// A data set made ready for training: split, with its normalisation learnt, near the device.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/result.hpp"
#include "core/spec.hpp"
#include "trainer/data/dataset.hpp"
#include "trainer/data/normalization.hpp"
#include "trainer/data/split.hpp"
#include "trainer/models/model.hpp"
#include "trainer/train/train_step.hpp"

namespace lrsweep::trainer {

struct PreparedData {
  // uint8 or float32 [n, c, h, w]: on the device, or in the host's memory or a file where
  // data.residency or their size keeps them there.
  at::Tensor inputs;
  at::Tensor targets;  // int64 [n], or float32 [n] for regression, on the device
  bool classification = true;
  Split split;                  // on the CPU
  Normalization normalization;  // on the device
  ModelShape shape;

  // The samples with those numbers (int64 [m], on the CPU), normalised, on the device. Waits for no
  // device: from the host's memory they go by way of pinned memory.
  [[nodiscard]] Batch batch(const at::Tensor& samples) const;
  // With a change of the inputs as they are stored, before they are normalised.
  using Change = std::function<at::Tensor(const at::Tensor&)>;
  [[nodiscard]] Batch batch(const at::Tensor& samples, const Change& change) const;
};

// Samples that a run is measured by once, at its end.
struct TestData {
  at::Tensor inputs;  // as PreparedData's
  at::Tensor targets;
  Normalization normalization;  // learnt from the training part

  [[nodiscard]] std::int64_t size() const { return targets.size(0); }
  // Samples begin … begin + count, normalised.
  [[nodiscard]] Batch batch(std::int64_t begin, std::int64_t count) const;
};

// Keeps the last data set, so that runs with the same data keys find it ready.
class DataCache {
 public:
  explicit DataCache(c10::Device device) : device_(device) {}

  // Valid until the next call. kData as load_training_data(), and where images are to be changed
  // (data.augment) but samples are rows of numbers.
  [[nodiscard]] core::Result<const PreparedData*> get(const core::Spec& spec);
  // Of the data set that get() returned last, loaded when it is first asked for. kData as
  // load_test_data().
  [[nodiscard]] core::Result<const TestData*> test(const core::Spec& spec);

 private:
  c10::Device device_;
  std::string key_;
  std::string test_key_;
  Dataset train_;  // what test samples must fit: no samples
  std::unique_ptr<PreparedData> data_;
  std::unique_ptr<TestData> test_;
};

}  // namespace lrsweep::trainer
