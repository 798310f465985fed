// Values of tensors on the meta device cannot be read: whatever asks for one throws.
#include <ATen/ATen.h>

#include <catch2/catch.hpp>

#include "optimizers_support.hpp"
#include "trainer/gradient_clip.hpp"
#include "trainer/optimizers/registry.hpp"
#include "trainer/weight_average.hpp"
#include "training_support.hpp"

namespace lrsweep::trainer {
namespace {

at::Tensor unreadable(at::IntArrayRef sizes) { return at::zeros(sizes, at::Device(at::kMeta)); }

TEST_CASE("a value on the meta device cannot be read") {
  CHECK_THROWS(unreadable({}).item<float>());
}

// The others are one fused kernel each, which the meta device lacks.
TEST_CASE("optimizers of several kernels read no value") {
  for (const auto* name : {"rmsprop", "lamb", "lion"}) {
    INFO(name);
    at::Tensor weights = unreadable({3, 4});
    weights.mutable_grad() = unreadable({3, 4});
    auto optimizer =
        make_optimizer(spec_with({{"optimizer.name", name}, {"weight_decay", "0.1"}}), {weights})
            .value();
    CHECK_NOTHROW(optimizer->step(0.1));
    CHECK_NOTHROW(optimizer->step(0.1, unreadable({})));
  }
}

TEST_CASE("clipping and averaging read no value") {
  CHECK_NOTHROW(clip_gradients({unreadable({3}), unreadable({2, 2})}, 1, 0.5));
  WeightAverage average({unreadable({3})}, {unreadable({2})}, 0.9);
  CHECK_NOTHROW(average.update());
  CHECK_NOTHROW(average.swap());
}

}  // namespace
}  // namespace lrsweep::trainer
