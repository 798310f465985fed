// gather_normalized against what it saves: index_select, then normalized.
#include "trainer/data/gather.hpp"

#include <ATen/ATen.h>

#include <catch2/catch.hpp>

namespace lrsweep::trainer {
namespace {

// 50 samples of three channels with scales of their own; 37 of them, some twice.
void check_gather(const at::Tensor& inputs) {
  const auto all = at::arange(inputs.size(0), at::kLong);
  const auto normalization = learn_normalization(inputs, all);
  const at::Tensor samples = (at::arange(37, at::kLong) * 19).remainder(inputs.size(0));
  const at::Tensor plain = normalized(inputs.index_select(0, samples), normalization);
  const at::Tensor gathered = gather_normalized(inputs, samples, normalization);
  CHECK(gathered.sizes() == plain.sizes());
  CHECK(gathered.equal(plain));
}

at::Tensor values() {
  const auto scale = at::tensor({0.2, 0.5, 1.0}).view({1, 3, 1, 1});
  return at::arange(50 * 3 * 7 * 5, at::kDouble).view({50, 3, 7, 5}).mul(37).remainder(251) * scale;
}

TEST_CASE("gathered bytes are the normalised selection, to the bit") {
  check_gather(values().to(at::kByte));
}

TEST_CASE("gathered floats are the normalised selection, to the bit") {
  check_gather(values().to(at::kFloat) / 3);
}

}  // namespace
}  // namespace lrsweep::trainer
