#include "trainer/data/targets.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "trainer/data/inputs.hpp"
#include "trainer/data/shape.hpp"

namespace lrsweep::trainer {
namespace {

bool is_whole(c10::ScalarType type) { return c10::isIntegralType(type, false); }

// The first label outside [low, high).
core::Result<void> check_range(const at::Tensor& labels, std::int64_t high,
                               std::string_view allowed, const Place& place) {
  const auto* label = labels.const_data_ptr<std::int64_t>();
  for (std::int64_t i = 0; i < labels.size(0); ++i) {
    if (label[i] >= 0 && label[i] < high) continue;
    return place.error(
        fmt::format("label {} of sample {} (counted from 0); allowed: {}", label[i], i, allowed));
  }
  return {};
}

core::Result<void> check_all_there(const at::Tensor& labels, std::int64_t classes,
                                   const Place& place) {
  std::vector<bool> there(static_cast<std::size_t>(classes), false);
  const auto* label = labels.const_data_ptr<std::int64_t>();
  for (std::int64_t i = 0; i < labels.size(0); ++i)
    there[static_cast<std::size_t>(label[i])] = true;
  const auto missing = std::find(there.begin(), there.end(), false) - there.begin();
  if (missing == classes) return {};
  return place.error(
      fmt::format("labels go up to {}, but no training sample has label {}; allowed: every class "
                  "from 0 on; number them anew",
                  classes - 1, missing));
}

core::Result<at::Tensor> whole(const at::Tensor& labels, const Place& place) {
  if (is_whole(labels.scalar_type())) return labels.to(at::kLong).contiguous();
  const at::Tensor numbers = labels.to(at::kDouble).contiguous();
  const auto* number = numbers.const_data_ptr<double>();
  for (std::int64_t i = 0; i < numbers.size(0); ++i) {
    if (std::trunc(number[i]) == number[i] && std::abs(number[i]) < 1e15) continue;
    return place.error(
        fmt::format("label {} of sample {} (counted from 0); allowed for classification: whole "
                    "numbers; or data.task regression",
                    core::number_text(number[i]), i));
  }
  return numbers.to(at::kLong);
}

core::Result<void> set_classes(Dataset& data, const at::Tensor& labels, const LoadRequest& request,
                               const Place& place) {
  auto numbers = whole(labels, place);
  if (!numbers) return core::Failure(numbers.error());
  const auto classes = count_classes(*numbers, request, place);
  if (!classes) return core::Failure(classes.error());
  data.targets = std::move(*numbers);
  data.classes = *classes;
  return {};
}

core::Result<void> set_numbers(Dataset& data, const at::Tensor& labels, const Place& place) {
  data.targets = labels.to(at::kFloat).contiguous();
  data.classes = 0;
  return check_finite(data.targets, place);
}

}  // namespace

core::Result<std::int64_t> count_classes(const at::Tensor& labels, const LoadRequest& request,
                                         const Place& place) {
  if (request.train != nullptr) {
    const auto classes = request.train->classes;
    const auto allowed = fmt::format("0 to {}, as in the training part", classes - 1);
    if (auto range = check_range(labels, classes, allowed, place); !range) {
      return core::Failure(range.error());
    }
    return classes;
  }
  const auto count = labels.size(0);
  // More classes than samples cannot all be there: nothing is allocated for them.
  const auto allowed =
      fmt::format("0 to {} with {} samples, since every class needs one", count - 1, count);
  if (auto range = check_range(labels, count, allowed, place); !range) {
    return core::Failure(range.error());
  }
  const auto classes = 1 + labels.max().item<std::int64_t>();
  if (classes < 2) return place.error("every label is 0; at least two classes are needed");
  if (auto all = check_all_there(labels, classes, place); !all) return core::Failure(all.error());
  return classes;
}

core::Result<void> set_targets(Dataset& data, const at::Tensor& labels, const LoadRequest& request,
                               const Place& place) {
  const auto count = data.inputs.size(0);
  const bool is_column = labels.dim() == 2 && labels.size(1) == 1;
  if ((labels.dim() != 1 && !is_column) || labels.size(0) != count) {
    return place.error(fmt::format("labels of shape {}; allowed: {}, one for each input",
                                   shape_text(labels.sizes().vec()), count));
  }
  const at::Tensor column = labels.reshape({count});
  const bool classes = request.task == "classification" ||
                       (request.task == "auto" && is_whole(labels.scalar_type()));
  return classes ? set_classes(data, column, request, place) : set_numbers(data, column, place);
}

}  // namespace lrsweep::trainer
