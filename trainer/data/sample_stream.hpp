// The order in which a run sees its training samples.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace lrsweep::trainer {

// One epoch after another, each in a new order that follows from the seed and the epoch's number
// alone. Batches are always full: one that reaches the end of an epoch goes on into the next, so
// that every loss is the mean of as many samples.
class SampleStream {
 public:
  // `samples` int64 [n], n >= 1, on the CPU.
  SampleStream(at::Tensor samples, std::uint64_t seed);

  // The next `count` sample numbers, int64 [count], on the CPU.
  [[nodiscard]] at::Tensor next(std::int64_t count);

 private:
  void shuffle();

  at::Tensor samples_;
  at::Tensor order_;  // this epoch's
  std::uint64_t seed_;
  std::int64_t epoch_ = 0;
  std::int64_t position_ = 0;
};

}  // namespace lrsweep::trainer
