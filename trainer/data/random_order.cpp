#include "trainer/data/random_order.hpp"

#include <ATen/ATen.h>

#include <random>
#include <utility>

namespace lrsweep::trainer {
namespace {

// Uniform in [0, bound): the numbers above the largest multiple of bound are drawn again.
std::uint64_t below(std::uint64_t bound, std::mt19937_64& generator) {
  const std::uint64_t surplus = (0 - bound) % bound;  // 2^64 mod bound
  std::uint64_t drawn = generator();
  while (drawn > std::mt19937_64::max() - surplus) drawn = generator();
  return drawn % bound;
}

}  // namespace

at::Tensor random_order(std::int64_t count, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  at::Tensor order = at::arange(count, at::kLong);
  auto* number = order.mutable_data_ptr<std::int64_t>();
  for (std::int64_t i = count - 1; i > 0; --i) {
    std::swap(number[i], number[below(static_cast<std::uint64_t>(i) + 1, generator)]);
  }
  return order;
}

}  // namespace lrsweep::trainer
