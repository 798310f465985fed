// From two arrays to a data set.
#pragma once

#include <ATen/core/Tensor.h>

#include "core/result.hpp"
#include "trainer/data/dataset.hpp"
#include "trainer/data/formats.hpp"
#include "trainer/data/place.hpp"

namespace lrsweep::trainer {

struct LoadedArray {
  at::Tensor values;
  Place place;          // for messages
  bool mapped = false;  // in a file, not in memory
};

// As as_inputs() and set_targets() do.
[[nodiscard]] core::Result<Dataset> make_dataset(const LoadedArray& inputs,
                                                 const LoadedArray& labels,
                                                 const LoadRequest& request);

}  // namespace lrsweep::trainer
