// DataCache, PreparedData and TestData: from a spec to normalised batches.
#include "trainer/data/prepared_data.hpp"

#include <ATen/ATen.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "data_support.hpp"
#include "trainer/safetensors.hpp"

namespace lrsweep::trainer {
namespace {

using Catch::Matchers::Contains;

at::Tensor sorted(const at::Tensor& values) { return std::get<0>(values.sort()); }

// 100 rows of two features, the second of them constant, and targets 0, 0.5, 1, …
void write_regression(const std::filesystem::path& path) {
  const auto i = at::arange(100, at::kFloat);
  TensorFile file;
  file.tensors = {{"x", at::stack({i * i, at::full({100}, 7.1F)}, 1)}, {"y", i / 2}};
  write_bytes(path, safetensors_bytes(file));
}

TEST_CASE("regression data are split at random, normalised, and have one output") {
  const core::TemporaryFolder folder;
  write_regression(folder / "set");
  DataCache cache(c10::kCPU);
  const auto* data = cache.get(spec_of(folder / "set", {{"data.validation", "0.2"}})).value();
  CHECK_FALSE(data->classification);
  CHECK(data->shape.channels == 2);
  CHECK(data->shape.height == 1);
  CHECK(data->shape.outputs == 1);
  CHECK(data->split.validation.size(0) == 20);
  CHECK(data->split.train.size(0) == 80);
  const auto all = at::cat({data->split.train, data->split.validation});
  CHECK(sorted(all).equal(at::arange(100, at::kLong)));
  CHECK_FALSE(sorted(data->split.validation).equal(at::arange(20, at::kLong)));

  const auto batch = data->batch(data->split.train);
  CHECK(batch.targets.equal(data->split.train.to(at::kFloat) / 2));
  const auto first = batch.inputs.select(1, 0).to(at::kDouble);
  CHECK(first.mean().item<double>() == Approx(0).margin(1e-6));
  CHECK(first.std(false).item<double>() == Approx(1).epsilon(1e-6));
  CHECK(batch.inputs.select(1, 1).equal(at::zeros({80, 1, 1})));
}

TEST_CASE("a change sees inputs as they are stored, before they are normalised") {
  const core::TemporaryFolder folder;
  write_idx_folder(folder.path(), 40, 2);
  DataCache cache(c10::kCPU);
  const auto* data = cache.get(spec_of(folder.path())).value();
  const auto samples = at::tensor({5, 3}, at::kLong);
  at::Tensor seen;
  const auto batch = data->batch(samples, [&](const at::Tensor& inputs) {
    seen = inputs;
    return inputs.flip({3});
  });
  CHECK(same(seen, data->inputs.index_select(0, samples)));
  const auto plain = data->batch(samples);
  CHECK(batch.inputs.equal(plain.inputs.flip({3})));
  CHECK_FALSE(batch.inputs.equal(plain.inputs));
  CHECK(batch.targets.equal(at::tensor({1, 1}, at::kLong)));
}

TEST_CASE("a data set is loaded once, and again for other data keys") {
  const core::TemporaryFolder folder;
  write_idx_folder(folder.path(), 40, 2);
  DataCache cache(c10::kCPU);
  const auto of = [&](Settings settings) {
    return cache.get(spec_of(folder.path(), std::move(settings))).value();
  };
  const auto* memory = of({})->inputs.const_data_ptr();
  CHECK(of({{"lr", "7"}})->inputs.const_data_ptr() == memory);
  CHECK(of({{"data.share", "0.5"}})->targets.size(0) == 20);
  CHECK(of({{"data.limit", "10"}})->targets.size(0) == 10);
  CHECK(of({{"data.task", "regression"}})->classification == false);
  CHECK(of({{"data.residency", "host"}})->inputs.is_cpu());
}

TEST_CASE("test samples are loaded when asked for, and normalised by the training part's scale") {
  const core::TemporaryFolder folder;
  write_idx_folder(folder.path(), 40, 2);
  DataCache cache(c10::kCPU);
  const auto spec = spec_of(folder.path());
  const auto* data = cache.get(spec).value();
  CHECK_THAT(cache.test(spec).error().message,
             Contains("keeps no test samples beside its training"));

  write_bytes(folder / "t10k-images-idx3-ubyte", counting_idx({4, 3, 2}));
  write_bytes(folder / "t10k-labels-idx1-ubyte", idx_header({4}) + std::string("\1\0\0\1", 4));
  const auto* test = cache.test(spec).value();
  CHECK(cache.test(spec).value() == test);
  CHECK(test->size() == 4);
  const auto batch = test->batch(1, 2);
  CHECK(batch.targets.equal(at::tensor({0, 0}, at::kLong)));
  const auto mean = data->normalization.mean.item<double>();
  const auto deviation = data->normalization.deviation.item<double>();
  CHECK(batch.inputs[0][0][0][1].item<double>() == Approx((7 - mean) / deviation));

  write_bytes(folder / "t10k-images-idx3-ubyte", counting_idx({4, 2, 2}));
  CHECK_THAT(
      cache.test(spec).error().message,
      Contains("each test sample is 1 × 2 × 2 (Byte), each training sample 1 × 3 × 2 (Byte)"));
  write_bytes(folder / "t10k-images-idx3-ubyte", counting_idx({4, 3, 2}));
  write_bytes(folder / "t10k-labels-idx1-ubyte", idx_header({4}) + std::string("\1\0\2\1", 4));
  CHECK_THAT(cache.test(spec).error().message,
             Contains("label 2 of sample 2 (counted from 0); allowed: 0 to 1, as in the training"));
}

TEST_CASE("data.test names another folder, whose training part it is where it has no other") {
  const core::TemporaryFolder folder;
  const core::TemporaryFolder other;
  write_idx_folder(folder.path(), 40, 2);
  write_idx_folder(other.path(), 6, 2);
  DataCache cache(c10::kCPU);
  const auto spec = spec_of(folder.path(), {{"data.test", other.path().string()}});
  REQUIRE(cache.get(spec).has_value());
  CHECK(cache.test(spec).value()->size() == 6);
  const auto nowhere = spec_of(folder.path(), {{"data.test", "/nonexistent"}});
  CHECK_THAT(cache.test(nowhere).error().message,
             Contains("/nonexistent: no test samples of a known format; data.test takes what"));
}

TEST_CASE("rows of numbers cannot be augmented") {
  const core::TemporaryFolder folder;
  write_regression(folder / "set");
  DataCache cache(c10::kCPU);
  const auto data = cache.get(spec_of(folder / "set", {{"data.augment", "flip"}}));
  REQUIRE_FALSE(data.has_value());
  CHECK(data.error().kind == core::ErrorKind::kData);
  CHECK_THAT(data.error().message, Contains("data.augment \"flip\": "));
}

TEST_CASE("data.share keeps the first samples, at least one") {
  const core::TemporaryFolder folder;
  write_idx_folder(folder.path(), 40, 2);
  const auto data = loaded(folder.path(), {{"data.share", "0.26"}});
  CHECK(data.size() == 10);
  CHECK(data.inputs.equal(at::arange(60, at::kByte).view({10, 1, 3, 2})));
  CHECK(loaded(folder.path(), {{"data.share", "0.0001"}}).size() == 1);
  CHECK(loaded(folder.path(), {{"data.share", "1"}}).size() == 40);
}

}  // namespace
}  // namespace lrsweep::trainer
