#include "trainer/gradient_clip.hpp"

#include <ATen/ATen.h>

#include <catch2/catch.hpp>
#include <limits>

namespace lrsweep::trainer {
namespace {

at::Tensor floats(std::initializer_list<double> values) { return at::tensor(values, at::kFloat); }

// Norm 13, largest element -12.
std::vector<at::Tensor> gradients() { return {floats({3, 4}), floats({0, -12, 0})}; }

TEST_CASE("without limits gradients are measured and left alone") {
  const auto measured = gradients();
  const auto clip = clip_gradients(measured, {});
  CHECK(clip.norm.item<float>() == 13);
  CHECK(clip.clipped.item<float>() == 0);
  CHECK(at::equal(measured[0], gradients()[0]));
  CHECK(at::equal(measured[1], gradients()[1]));
}

TEST_CASE("clipping by norm scales all gradients by one factor") {
  const auto clipped = gradients();
  const auto clip = clip_gradients(clipped, 6.5);
  CHECK(clip.norm.item<float>() == 13);
  CHECK(clip.clipped.item<float>() == 1);
  CHECK(at::allclose(clipped[0], floats({1.5, 2}), 1e-6));
  CHECK(at::allclose(clipped[1], floats({0, -6, 0}), 1e-6));
}

TEST_CASE("clipping by value brings each element into its interval") {
  const auto clipped = gradients();
  const auto clip = clip_gradients(clipped, {}, 3.5);
  CHECK(clip.norm.item<float>() == 13);
  CHECK(clip.clipped.item<float>() == 1);
  CHECK(at::equal(clipped[0], floats({3, 3.5})));
  CHECK(at::equal(clipped[1], floats({0, -3.5, 0})));
}

TEST_CASE("a limit that is reached and not exceeded does not clip") {
  const auto kept = gradients();
  const auto clip = clip_gradients(kept, {}, 12);
  CHECK(clip.clipped.item<float>() == 0);
  CHECK(at::equal(kept[1], gradients()[1]));
  CHECK(clip_gradients(gradients(), 13).clipped.item<float>() == 0);
}

TEST_CASE("a gradient that is not finite is not hidden by clipping") {
  const auto broken = gradients();
  broken[0].select(0, 0).fill_(std::numeric_limits<double>::quiet_NaN());
  clip_gradients(broken, {}, 3.5);
  CHECK(at::isnan(broken[0][0]).item<bool>());
  CHECK(at::isnan(clip_gradients(broken, 1).norm).item<bool>());
}

}  // namespace
}  // namespace lrsweep::trainer
