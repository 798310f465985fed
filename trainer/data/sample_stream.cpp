#include "trainer/data/sample_stream.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/seeds.hpp"
#include "trainer/data/random_order.hpp"

namespace lrsweep::trainer {
SampleStream::SampleStream(at::Tensor samples, std::uint64_t seed)
    : samples_(std::move(samples)), seed_(seed) {
  shuffle();
}

void SampleStream::shuffle() {
  order_ = samples_.index_select(0, random_order(samples_.size(0), core::part_seed(seed_, epoch_)));
  position_ = 0;
}

at::Tensor SampleStream::next(std::int64_t count) {
  std::vector<at::Tensor> parts;
  while (count > 0) {
    if (position_ == order_.size(0)) {
      ++epoch_;
      shuffle();
    }
    const auto taken = std::min(count, order_.size(0) - position_);
    parts.push_back(order_.narrow(0, position_, taken));
    position_ += taken;
    count -= taken;
  }
  return parts.size() == 1 ? parts.front() : at::cat(parts);
}

}  // namespace lrsweep::trainer
