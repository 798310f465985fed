// What every format does with its labels: classes or numbers, checked.
#pragma once

#include <ATen/core/Tensor.h>

#include "core/result.hpp"
#include "trainer/data/dataset.hpp"
#include "trainer/data/formats.hpp"
#include "trainer/data/place.hpp"

namespace lrsweep::trainer {

// Sets targets and classes of `data` from `labels` [n] or [n, 1], one for each of its inputs.
//
// auto takes integers for classes and floats for numbers. Classes are 0 to K−1, each of them among
// the training samples; floats are classes only where all are whole. kData, naming the first place,
// for labels that are not finite, not whole, negative, or of a class that is missing, and for fewer
// than two classes.
[[nodiscard]] core::Result<void> set_targets(Dataset& data, const at::Tensor& labels,
                                             const LoadRequest& request, const Place& place);

// Classes of int64 `labels` [n] on the CPU, n >= 1, checked as above; those of the training part
// where the request names one.
[[nodiscard]] core::Result<std::int64_t> count_classes(const at::Tensor& labels,
                                                       const LoadRequest& request,
                                                       const Place& place);

}  // namespace lrsweep::trainer
