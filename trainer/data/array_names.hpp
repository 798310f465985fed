// Which arrays of a file with several are the inputs and the labels.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "trainer/data/formats.hpp"
#include "trainer/data/place.hpp"

namespace lrsweep::trainer {

struct ArrayNames {
  std::string inputs;
  std::string labels;
};

// Inputs are x, images, data, features or inputs, labels what data.label says, or y, labels, label,
// target or targets; all of them in any case. The training part's may have _train after or train_
// before it; the test part's have _test or test_. None where either is missing.
[[nodiscard]] std::optional<ArrayNames> find_arrays(const std::vector<std::string>& names,
                                                    const LoadRequest& request);

// kData where either is missing, with the names that are there.
[[nodiscard]] core::Result<ArrayNames> expect_arrays(const std::vector<std::string>& names,
                                                     const LoadRequest& request,
                                                     const Place& place);

}  // namespace lrsweep::trainer
