// A labelled set of images as it stays in memory between runs.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <string>

#include "core/result.hpp"
#include "core/spec.hpp"

namespace lrsweep::trainer {

struct ImageData {
  at::Tensor images;  // uint8 [n, channels, height, width], on the CPU
  at::Tensor labels;  // int64 [n], each in [0, classes), on the CPU
  std::int64_t classes = 0;

  [[nodiscard]] std::int64_t size() const { return labels.size(0); }
};

// The training part of the data set that data.source, data.dir and data.limit name. kData where it
// is missing (with what to do), malformed, smaller than data.limit, or has fewer than two classes;
// kUsage for a data.dir that data.source cannot use.
[[nodiscard]] core::Result<ImageData> load_training_data(const core::Spec& spec);

// What load_training_data() would read, as one text: the keys it looks at, and the files with their
// sizes and times. Equal texts, equal data.
[[nodiscard]] std::string data_key(const core::Spec& spec);

}  // namespace lrsweep::trainer
