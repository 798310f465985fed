// A set of samples with their targets, as it stays in memory between runs.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "core/spec.hpp"

namespace lrsweep::trainer {

struct Dataset {
  // uint8 or float32 [n, channels, height, width], on the CPU. A row of numbers is an image of one
  // pixel: [n, features, 1, 1].
  at::Tensor inputs;
  // int64 [n], each in [0, classes), or float32 [n] where classes is 0, on the CPU.
  at::Tensor targets;
  std::int64_t classes = 0;                   // 0: regression
  std::vector<std::string> class_names = {};  // where labels are words: by class
  std::vector<std::string> input_names = {};  // where inputs are columns with names: by feature
  bool mapped = false;                        // inputs lie in a file, which may exceed the memory

  [[nodiscard]] std::int64_t size() const { return targets.size(0); }
};

// The training part of the data set that data.source and data.dir name, cut to data.limit or
// data.share. kData where it is missing (with what to do), malformed, smaller than data.limit, or
// has fewer than two classes; kUsage for a data.dir that data.source cannot use.
[[nodiscard]] core::Result<Dataset> load_training_data(const core::Spec& spec);

// The test part: what data.test names (its own test part where it has one, else all of it), or what
// the format keeps beside the training samples. Of `train`, shape, types, classes and names are
// looked at. kData where there is no test part (with what to do), or it does not fit `train`.
[[nodiscard]] core::Result<Dataset> load_test_data(const core::Spec& spec, const Dataset& train);

// What load_training_data() would read, as one text: the keys it looks at, and the files with their
// sizes and times. Equal texts, equal data.
[[nodiscard]] std::string data_key(const core::Spec& spec);
// The same of load_test_data(), beside data_key().
[[nodiscard]] std::string test_data_key(const core::Spec& spec);

}  // namespace lrsweep::trainer
