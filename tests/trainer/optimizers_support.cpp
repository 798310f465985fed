#include "optimizers_support.hpp"

#include <ATen/ATen.h>

#include <limits>

#include "trainer/optimizers/registry.hpp"
#include "training_support.hpp"

namespace lrsweep::trainer {

std::vector<Settings> all_optimizers() {
  std::vector<Settings> all{
      {{"optimizer.name", "sgd"}, {"momentum", "0"}},
      {{"optimizer.name", "sgd"}, {"nesterov", "true"}},
      {{"optimizer.name", "sgd"}, {"dampening", "0.3"}},
      {{"optimizer.name", "adam"}},
      {{"optimizer.name", "adamw"}},
      {{"optimizer.name", "rmsprop"}},
      {{"optimizer.name", "rmsprop"}, {"momentum", "0.9"}},
      {{"optimizer.name", "adagrad"}},
      {{"optimizer.name", "lamb"}},
      {{"optimizer.name", "lion"}},
  };
  for (auto& settings : all) settings.emplace_back("weight_decay", "0.1");
  return all;
}

Settings with(Settings settings, const std::string& key, const std::string& value) {
  settings.emplace_back(key, value);
  return settings;
}

Trained::Trained(const Settings& settings)
    : parameters{at::linspace(-1, 1, 12).view({3, 4}).clone(), at::linspace(0.5, 2, 5).clone()},
      optimizer(make_optimizer(spec_with(settings), parameters).value()) {}

void Trained::run(int begin, int end, const at::Tensor& found_inf) {
  for (int update = begin; update < end; ++update) {
    double phase = 0;
    for (auto& parameter : parameters) {
      const at::Tensor places = at::arange(parameter.numel(), at::kDouble).view_as(parameter);
      const at::Tensor gradient =
          at::sin(0.7 * update + places + phase) + 0.1 * parameter.to(at::kDouble);
      parameter.mutable_grad() = gradient.to(at::kFloat);
      phase += 1;
    }
    optimizer->step(0.1 / (1 + update / 10.0), found_inf);
  }
}

void Trained::overflow() {
  for (auto& parameter : parameters) {
    at::Tensor gradient = at::ones_like(parameter);
    gradient.select(0, 0).fill_(std::numeric_limits<double>::infinity());
    gradient.select(0, 1).fill_(std::numeric_limits<double>::quiet_NaN());
    parameter.mutable_grad() = gradient;
  }
  optimizer->step(0.1, at::ones({}));
}

std::vector<float> Trained::weights() const {
  const at::Tensor all = at::cat({parameters[0].flatten(), parameters[1]});
  const auto* values = all.const_data_ptr<float>();
  return {values, values + all.numel()};
}

}  // namespace lrsweep::trainer
