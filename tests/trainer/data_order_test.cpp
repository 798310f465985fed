// Split, sample stream, normalisation.
#include <ATen/ATen.h>
#include <catch2/catch.hpp>
#include <vector>

#include "trainer/data/normalization.hpp"
#include "trainer/data/random_order.hpp"
#include "trainer/data/sample_stream.hpp"
#include "trainer/data/split.hpp"

namespace lrsweep::trainer {
namespace {

at::Tensor numbers(const std::vector<std::int64_t>& values) {
  return at::tensor(values, at::kLong);
}

at::Tensor sorted(const at::Tensor& values) { return std::get<0>(values.sort()); }

// `counts`[k] samples of class k, mixed.
at::Tensor labels_of(const std::vector<std::int64_t>& counts) {
  const at::Tensor labels = numbers(counts);
  const at::Tensor all = at::arange(labels.size(0), at::kLong).repeat_interleave(labels);
  return all.index_select(0, random_order(all.size(0), 99));
}

// Worked out by make_data_golden.py with a generator of its own.
TEST_CASE("a random order is Fisher and Yates' from the 64-bit Mersenne twister") {
  CHECK(random_order(10, 1).equal(numbers({1, 7, 3, 9, 4, 0, 5, 2, 6, 8})));
  CHECK(random_order(10, ~std::uint64_t{0}).equal(numbers({1, 3, 6, 9, 8, 4, 2, 7, 5, 0})));
  CHECK(random_order(1, 5).equal(numbers({0})));
  CHECK(random_order(0, 5).numel() == 0);
}

TEST_CASE("a split holds out its share of every class, disjoint and complete") {
  const std::vector<std::int64_t> counts{100, 36, 5, 0, 1};
  const auto labels = labels_of(counts);
  const auto split = stratified_split(labels, 5, 0.1, 7);
  CHECK(labels.index_select(0, split.validation).bincount({}, 5).equal(numbers({10, 4, 1, 0, 0})));
  CHECK(sorted(split.train).equal(split.train));
  const auto both = at::cat({split.train, split.validation});
  CHECK(sorted(both).equal(at::arange(142, at::kLong)));
}

TEST_CASE("a split follows from its seed, and its held-out samples are in random order") {
  const auto labels = labels_of({200, 200});
  const auto split = stratified_split(labels, 2, 0.3, 7);
  CHECK(stratified_split(labels, 2, 0.3, 7).validation.equal(split.validation));
  CHECK_FALSE(
      sorted(stratified_split(labels, 2, 0.3, 8).validation).equal(sorted(split.validation)));
  CHECK_FALSE(sorted(split.validation).equal(split.validation));
}

TEST_CASE("a share of 0 holds nothing out, and a class keeps a sample to train with") {
  const auto labels = labels_of({3, 1});
  CHECK(stratified_split(labels, 2, 0, 1).validation.numel() == 0);
  const auto split = stratified_split(labels, 2, 0.9, 1);
  CHECK(labels.index_select(0, split.train).bincount({}, 2).equal(numbers({1, 1})));
}

TEST_CASE("every sample is seen once an epoch, each epoch in a new order") {
  const auto samples = at::arange(100, 200, at::kLong);
  SampleStream stream(samples, 3);
  const auto first = at::cat({stream.next(30), stream.next(30), stream.next(40)});
  const auto second = stream.next(100);
  CHECK(sorted(first).equal(samples));
  CHECK(sorted(second).equal(samples));
  CHECK_FALSE(first.equal(samples));
  CHECK_FALSE(first.equal(second));
}

TEST_CASE("a batch at the end of an epoch goes on into the next, and one may span several") {
  const auto samples = at::arange(10, at::kLong);
  SampleStream parts(samples, 3);
  SampleStream whole(samples, 3);
  at::Tensor seen = at::empty({0}, at::kLong);
  for (const std::int64_t count : {7, 7, 25, 1}) {
    const auto batch = parts.next(count);
    CHECK(batch.size(0) == count);
    seen = at::cat({seen, batch});
  }
  CHECK(seen.equal(whole.next(40)));
  CHECK(seen.bincount().equal(at::full({10}, 4, at::kLong)));
}

TEST_CASE("a stream follows from its seed and from nothing else") {
  const auto samples = at::arange(50, at::kLong);
  SampleStream one(samples, 3);
  SampleStream other(samples, 4);
  const auto first = one.next(120);
  at::randperm(10);
  CHECK(SampleStream(samples, 3).next(120).equal(first));
  CHECK_FALSE(other.next(120).equal(first));
}

// Numbers from NumPy (make_data_golden.py).
TEST_CASE("normalisation is learnt from the given samples alone, channel by channel") {
  const auto place = [](std::int64_t n, std::vector<std::int64_t> shape) {
    return at::arange(n, at::kLong).view(shape);
  };
  const auto x = place(4, {1, 1, 1, 4});
  const auto images = (place(9, {9, 1, 1, 1}) * 31 + place(3, {1, 3, 1, 1}) * 57 +
                       place(5, {1, 1, 5, 1}) * 17 + x * x * 5)
                          .remainder(256)
                          .to(at::kByte);
  const auto scale = learn_normalization(images, numbers({0, 2, 3, 7}));
  CHECK(scale.mean.sizes() == at::IntArrayRef({1, 3, 1, 1}));
  CHECK(scale.deviation.sizes() == at::IntArrayRef({1, 3, 1, 1}));
  CHECK(scale.mean.view({3}).allclose(at::tensor({102.9F, 134.3F, 149.7F}), 1e-6, 0));
  CHECK(scale.deviation.view({3}).allclose(
      at::tensor({65.49648845548896F, 59.60293616928615F, 73.43371160441232F}), 1e-6, 0));

  const auto ready = normalized(images, scale);
  CHECK(ready.is_contiguous(at::MemoryFormat::ChannelsLast));
  CHECK(ready[2][1][0][3].item<double>() == Approx((62 + 57 + 45 - 134.3) / 59.60293616928615));
}

// Numbers from NumPy (make_data_golden.py): in float32 the squares of the first channel would
// cancel.
TEST_CASE("normalisation of floats is learnt in float64, feature by feature") {
  const auto i = at::arange(5, at::kLong).view({5, 1});
  const auto c = at::arange(3, at::kLong).view({1, 3});
  const auto inputs = (at::tensor({1000.0F, -3.0F, 0.0F}) + (i * 7 + c * 3).remainder(5) / 8.0F)
                          .to(at::kFloat)
                          .view({5, 3, 1, 1});
  const auto scale = learn_normalization(inputs, numbers({1, 2, 4}));
  CHECK(scale.mean.view({3}).allclose(at::tensor({1000.375F, -2.875F, 0.2916666666666667F}), 1e-6,
                                      0));
  CHECK(scale.deviation.view({3}).allclose(
      at::tensor({0.10206207261596575F, 0.10206207261596575F, 0.21245914639969937F}), 1e-6, 0));
  CHECK(normalized(inputs, scale)[2][2][0][0].item<double>() ==
        Approx((0.0 - 0.2916666666666667) / 0.21245914639969937));
}

TEST_CASE("pixels that are all equal become 0, not infinite") {
  const auto images = at::full({3, 1, 2, 2}, 255, at::kByte);
  const auto scale = learn_normalization(images, numbers({0, 1, 2}));
  CHECK(scale.deviation.item<float>() == 1.0F);
  CHECK(normalized(images, scale).equal(at::zeros({3, 1, 2, 2})));
}

}  // namespace
}  // namespace lrsweep::trainer
