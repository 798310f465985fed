#include "trainer/loss_scaler.hpp"

#include <ATen/ATen.h>

#include <catch2/catch.hpp>
#include <limits>

#include "trainer/optimizers/registry.hpp"
#include "training_support.hpp"

namespace lrsweep::trainer {
namespace {

const c10::Device kHere(c10::kCPU);
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double factor_of(const LossScaler& scaler) { return scaler.scale(at::ones({})).item<double>(); }

// One update whose gradient is `value`.
void update_with(LossScaler& scaler, double value, int times = 1) {
  for (int i = 0; i < times; ++i) {
    scaler.unscale({at::full({2}, value)});
    scaler.update();
  }
}

TEST_CASE("unscaling undoes scaling") {
  LossScaler scaler(kHere);
  CHECK(factor_of(scaler) == 65536);
  const at::Tensor gradient = at::linspace(-1, 1, 5);
  const at::Tensor scaled = scaler.scale(gradient);
  CHECK_FALSE(at::equal(scaled, gradient));
  scaler.unscale({scaled});
  CHECK(at::equal(scaled, gradient));  // a power of 2 loses nothing
  CHECK(scaler.found_inf().item<double>() == 0);
}

TEST_CASE("one element that is not finite is found, whichever tensor it is in") {
  for (const double bad : {kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN()}) {
    LossScaler scaler(kHere);
    at::Tensor second = at::ones({4});
    second.select(0, 3).fill_(bad);
    scaler.unscale({at::ones({3}), second});
    CHECK(scaler.found_inf().item<double>() == 1);
    scaler.update();
    scaler.unscale({at::ones({3})});
    CHECK(scaler.found_inf().item<double>() == 0);
  }
}

TEST_CASE("the factor is halved by an overflow and doubled by 2000 good updates in a row") {
  LossScaler scaler(kHere);
  update_with(scaler, kInfinity);
  CHECK(factor_of(scaler) == 32768);
  update_with(scaler, 1, 1999);
  CHECK(factor_of(scaler) == 32768);
  update_with(scaler, 1);
  CHECK(factor_of(scaler) == 65536);
  update_with(scaler, 1, 1999);
  update_with(scaler, kInfinity);
  update_with(scaler, 1, 1999);
  CHECK(factor_of(scaler) == 32768);
  CHECK(scaler.skipped().item<double>() == 2);
}

TEST_CASE("a scaler goes on from its state") {
  LossScaler first(kHere);
  update_with(first, kInfinity, 3);
  update_with(first, 1, 1500);
  LossScaler second(kHere);
  auto state = second.state();
  for (std::size_t i = 0; i < state.size(); ++i) state[i].copy_(first.state()[i]);
  update_with(second, 1, 499);
  CHECK(factor_of(second) == 8192);
  update_with(second, 1);
  CHECK(factor_of(second) == 16384);
  CHECK(second.skipped().item<double>() == 3);
}

// Weights after updates with these gradients of the scaled loss, or plainly.
at::Tensor train(const std::vector<double>& gradients, bool scaled) {
  at::Tensor weights = at::ones({3});
  auto optimizer = make_optimizer(spec_with({{"optimizer.name", "adamw"}}), {weights}).value();
  LossScaler scaler(kHere);
  for (const double gradient : gradients) {
    weights.mutable_grad() = at::full({3}, gradient);
    if (scaled) {
      weights.mutable_grad() = scaler.scale(weights.grad());
      scaler.unscale({weights.grad()});
      optimizer->step(0.1, scaler.found_inf());
      scaler.update();
    } else {
      optimizer->step(0.1);
    }
  }
  return weights;
}

TEST_CASE("training with a scaler is training without the updates that overflow") {
  // 3e38 is finite itself and not when scaled.
  const at::Tensor weights = train({3e38, 0.5, -0.25, 3e38, 0.125}, true);
  CHECK(at::equal(weights, train({0.5, -0.25, 0.125}, false)));
  CHECK_FALSE(at::equal(weights, at::ones({3})));
}

}  // namespace
}  // namespace lrsweep::trainer
