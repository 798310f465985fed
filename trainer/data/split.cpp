#include "trainer/data/split.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "trainer/data/random_order.hpp"

namespace lrsweep::trainer {
namespace {

std::int64_t held_out_of(std::int64_t size, double share) {
  if (size == 0) return 0;
  return std::min<std::int64_t>(std::llround(static_cast<double>(size) * share), size - 1);
}

}  // namespace

Split stratified_split(const at::Tensor& labels, std::int64_t classes, double share,
                       std::uint64_t seed) {
  const auto count = labels.size(0);
  const auto* label = labels.const_data_ptr<std::int64_t>();
  std::vector<std::int64_t> owed(static_cast<std::size_t>(classes), 0);
  for (std::int64_t i = 0; i < count; ++i) ++owed[static_cast<std::size_t>(label[i])];
  for (auto& size : owed) size = held_out_of(size, share);

  // In a random order, the first of each class are held out until its share is met.
  const at::Tensor order = random_order(count, seed);
  const auto* sample = order.const_data_ptr<std::int64_t>();
  std::vector<std::int64_t> held_out;
  std::vector<bool> trains(static_cast<std::size_t>(count), true);
  for (std::int64_t i = 0; i < count; ++i) {
    if (owed[static_cast<std::size_t>(label[sample[i]])]-- <= 0) continue;
    held_out.push_back(sample[i]);
    trains[static_cast<std::size_t>(sample[i])] = false;
  }
  std::vector<std::int64_t> train;
  train.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    if (trains[static_cast<std::size_t>(i)]) train.push_back(i);
  }
  return {at::tensor(train, at::kLong), at::tensor(held_out, at::kLong)};
}

}  // namespace lrsweep::trainer
