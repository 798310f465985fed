#include <ATen/ATen.h>

#include <catch2/catch.hpp>

#include "golden_training.hpp"
#include "trainer/optimizers/registry.hpp"
#include "training_support.hpp"

namespace lrsweep::trainer {
namespace {

// Two parameters after 50 updates with gradients by the formula of make_training_golden.py.
std::vector<float> weights_after_50(
    const std::vector<std::pair<std::string, std::string>>& settings) {
  at::Tensor first = at::linspace(-1, 1, 12).view({3, 4}).clone();
  at::Tensor second = at::linspace(0.5, 2, 5).clone();
  auto optimizer = make_optimizer(spec_with(settings), {first, second}).value();
  for (int update = 0; update < 50; ++update) {
    double phase = 0;
    for (auto& parameter : {first, second}) {
      const at::Tensor places = at::arange(parameter.numel(), at::kDouble).view_as(parameter);
      const at::Tensor gradient =
          at::sin(0.7 * update + places + phase) + 0.1 * parameter.to(at::kDouble);
      parameter.mutable_grad() = gradient.to(at::kFloat);
      phase += 1;
    }
    optimizer->step(0.1 / (1 + update / 10.0));
  }
  const at::Tensor all = at::cat({first.flatten(), second});
  const auto* values = all.const_data_ptr<float>();
  return {values, values + all.numel()};
}

template <class Expected>
void check(const std::vector<std::pair<std::string, std::string>>& settings,
           const Expected& expected) {
  const auto weights = weights_after_50(settings);
  REQUIRE(weights.size() == expected.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    INFO("weight " << i);
    CHECK(static_cast<double>(weights[i]) == Approx(expected[i]).margin(1e-6).epsilon(1e-6));
  }
}

TEST_CASE("sgd equals torch.optim.SGD over 50 updates") {
  check({{"momentum", "0"}, {"weight_decay", "0"}}, golden::kSgdPlain);
  check({}, golden::kSgdMomentum);
  check({{"momentum", "0.8"}, {"weight_decay", "0.01"}, {"nesterov", "true"}},
        golden::kSgdNesterov);
}

TEST_CASE("adamw equals torch.optim.AdamW over 50 updates") {
  check({{"optimizer.name", "adamw"}}, golden::kAdamw);
  check({{"optimizer.name", "adamw"},
         {"beta1", "0.8"},
         {"beta2", "0.95"},
         {"eps", "1e-4"},
         {"weight_decay", "0.1"}},
        golden::kAdamwOther);
}

}  // namespace
}  // namespace lrsweep::trainer
