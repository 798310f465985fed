#include <ATen/ATen.h>

#include <catch2/catch.hpp>

#include "golden_optimizers.hpp"
#include "optimizers_support.hpp"
#include "trainer/optimizers/registry.hpp"
#include "training_support.hpp"

namespace lrsweep::trainer {
namespace {

template <class Expected>
void check(const Settings& settings, const Expected& expected) {
  Trained trained(settings);
  trained.run(0, 50);
  const auto weights = trained.weights();
  REQUIRE(weights.size() == expected.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    INFO("weight " << i);
    CHECK(static_cast<double>(weights[i]) == Approx(expected[i]).margin(1e-6).epsilon(1e-6));
  }
}

Settings other_betas(const std::string& name) {
  return {{"optimizer.name", name}, {"beta1", "0.8"}, {"beta2", "0.95"}, {"weight_decay", "0.1"}};
}

TEST_CASE("sgd equals torch.optim.SGD over 50 updates") {
  check({{"momentum", "0"}, {"weight_decay", "0"}}, golden::kSgdPlain);
  check({}, golden::kSgdMomentum);
  check({{"momentum", "0.8"}, {"weight_decay", "0.01"}, {"nesterov", "true"}},
        golden::kSgdNesterov);
  check({{"momentum", "0.9"}, {"weight_decay", "0.01"}, {"dampening", "0.3"}},
        golden::kSgdDampened);
}

TEST_CASE("adam equals torch.optim.Adam over 50 updates") {
  check({{"optimizer.name", "adam"}}, golden::kAdam);
  check(with(other_betas("adam"), "eps", "1e-4"), golden::kAdamOther);
}

TEST_CASE("adamw equals torch.optim.AdamW over 50 updates") {
  check({{"optimizer.name", "adamw"}}, golden::kAdamw);
  check(with(other_betas("adamw"), "eps", "1e-4"), golden::kAdamwOther);
}

TEST_CASE("rmsprop equals torch.optim.RMSprop over 50 updates") {
  check({{"optimizer.name", "rmsprop"}}, golden::kRmsprop);
  check({{"optimizer.name", "rmsprop"},
         {"alpha", "0.9"},
         {"eps", "1e-4"},
         {"momentum", "0.7"},
         {"weight_decay", "0.1"}},
        golden::kRmspropOther);
}

TEST_CASE("adagrad equals torch.optim.Adagrad over 50 updates") {
  check({{"optimizer.name", "adagrad"}}, golden::kAdagrad);
  check({{"optimizer.name", "adagrad"}, {"eps", "1e-3"}, {"weight_decay", "0.1"}},
        golden::kAdagradOther);
}

TEST_CASE("lamb equals its paper's algorithm over 50 updates") {
  check({{"optimizer.name", "lamb"}}, golden::kLamb);
  check(with(other_betas("lamb"), "eps", "1e-4"), golden::kLambOther);
}

TEST_CASE("lion equals its paper's algorithm over 50 updates") {
  check({{"optimizer.name", "lion"}}, golden::kLion);
  check(other_betas("lion"), golden::kLionOther);
}

TEST_CASE("no_decay equals torch.optim.AdamW with two groups") {
  check({{"optimizer.name", "adamw"}, {"weight_decay", "0.1"}, {"no_decay", "true"}},
        golden::kAdamwNoDecay);
}

TEST_CASE("lamb takes the rate as it is where weights or gradients are all 0") {
  at::Tensor weights = at::zeros({3});
  at::Tensor still = at::zeros({2});
  auto optimizer =
      make_optimizer(spec_with({{"optimizer.name", "lamb"}}), {weights, still}).value();
  weights.mutable_grad() = at::linspace(-1, 2, 3);  // -1, 0.5, 2
  still.mutable_grad() = at::zeros({2});
  optimizer->step(0.1);
  // The first direction is g/(|g| + eps) of each element.
  CHECK(weights[0].item<float>() == Approx(0.1).epsilon(1e-5));
  CHECK(weights[1].item<float>() == Approx(-0.1).epsilon(1e-5));
  CHECK(weights[2].item<float>() == Approx(-0.1).epsilon(1e-5));
  CHECK(at::equal(still, at::zeros({2})));
}

}  // namespace
}  // namespace lrsweep::trainer
