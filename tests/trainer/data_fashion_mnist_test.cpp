// Debian's Fashion-MNIST against what NumPy reads (make_data_golden.py).
#include <ATen/ATen.h>
#include <catch2/catch.hpp>
#include <chrono>
#include <vector>

#include "trainer/data/dataset.hpp"
#include "trainer/data/normalization.hpp"
#include "training_support.hpp"

namespace lrsweep::trainer {
namespace {

TEST_CASE("Fashion-MNIST is read as NumPy reads it") {
  const auto began = std::chrono::steady_clock::now();
  const auto data = load_training_data(spec_with({}));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  REQUIRE(data.has_value());
  CHECK(took.count() < 5);  // 0.15 s is usual

  CHECK(data->inputs.sizes() == at::IntArrayRef({60000, 1, 28, 28}));
  CHECK(data->classes == 10);
  CHECK(data->targets.bincount().equal(at::full({10}, 6000, at::kLong)));
  CHECK(
      data->targets.narrow(0, 0, 10).equal(at::tensor({9, 0, 0, 3, 0, 2, 7, 2, 5, 5}, at::kLong)));
  CHECK(data->inputs.sum(at::kLong).item<std::int64_t>() == 3431114169);
  CHECK(data->inputs[59999].sum(at::kLong).item<std::int64_t>() == 16684);

  const auto scale = learn_normalization(data->inputs, at::arange(0, 60000, 7, at::kLong));
  CHECK(scale.mean.item<double>() == Approx(72.96517166712695).epsilon(1e-6));
  CHECK(scale.deviation.item<double>() == Approx(90.08885411418466).epsilon(1e-6));
}

}  // namespace
}  // namespace lrsweep::trainer
