// Evaluates those worked examples of docs/numerics.md that need tensors.
#include <ATen/ATen.h>

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/text.hpp"
#include "tests/support/doc_examples.hpp"
#include "trainer/data/normalization.hpp"
#include "trainer/gradient_clip.hpp"
#include "trainer/loss_scaler.hpp"
#include "trainer/optimizers/registry.hpp"
#include "trainer/rank_group.hpp"
#include "trainer/train/evaluation.hpp"
#include "trainer/weight_average.hpp"
#include "training_support.hpp"

namespace lrsweep::trainer {
namespace {

using testing::Examples;
using testing::Values;
using Keys = std::vector<std::string>;

at::Tensor floats(const Values& values) { return at::tensor(values, at::kFloat); }

Values values_of(const at::Tensor& tensor) {
  const at::Tensor doubles = tensor.to(at::kDouble).flatten().contiguous();
  return {doubles.const_data_ptr<double>(), doubles.const_data_ptr<double>() + doubles.numel()};
}

Values from(const Values& values, std::size_t first) {
  return {values.begin() + static_cast<std::ptrdiff_t>(first), values.end()};
}

// The arguments are the values of these keys, the weight decay, the rate, the weight, gradients.
std::function<Values(const Values&)> optimizer(const std::string& name, Keys keys) {
  return [name, keys = std::move(keys)](const Values& a) mutable {
    std::vector<std::pair<std::string, std::string>> settings{{"optimizer.name", name}};
    auto with_decay = keys;
    with_decay.emplace_back("weight_decay");
    for (std::size_t i = 0; i < with_decay.size(); ++i) {
      const bool flag = with_decay[i] == "nesterov";
      settings.emplace_back("optimizer." + with_decay[i],
                            flag ? (a.at(i) != 0 ? "true" : "false") : core::number_text(a.at(i)));
    }
    const auto start = with_decay.size();
    at::Tensor weight = floats({a.at(start + 1)}).requires_grad_(true);
    const auto made = make_optimizer(spec_with(settings), {weight}).value();
    Values result;
    for (std::size_t i = start + 2; i < a.size(); ++i) {
      weight.mutable_grad() = floats({a[i]});
      made->step(a[start]);
      result.push_back(weight.item<double>());
    }
    return result;
  };
}

Values cross_entropy(const Values& a) {
  const Loss loss(LossKind::kCrossEntropy, a.at(0), 1);
  return values_of(loss(floats(from(a, 2)).view({1, -1}),
                        at::tensor({static_cast<std::int64_t>(a.at(1))}, at::kLong)));
}

Values loss_of_number(LossKind kind, double delta, double output, double target) {
  return values_of(Loss(kind, 0, delta)(floats({output}).view({1, 1}), floats({target})));
}

// Answers with what it is given.
class Echo final : public Model {
 public:
  at::Tensor forward(const at::Tensor& inputs) override { return inputs; }
};

double metric(const char* name, LossKind kind, const at::Tensor& outputs,
              const at::Tensor& targets) {
  Echo model;
  SingleRank group;
  StepOptions options;
  options.loss = Loss(kind, 0, 1);
  const auto metrics =
      evaluate({.model = model,
                .options = options,
                .group = group,
                .outputs = outputs.size(1),
                .samples = outputs.size(0),
                .batch = [&](std::int64_t begin, std::int64_t count) {
                  return Batch{outputs.narrow(0, begin, count), targets.narrow(0, begin, count)};
                }});
  for (const auto& [of, value] : metrics) {
    if (of == name) return value;
  }
  FAIL("no metric " << name);
  return 0;
}

Values macro_f1(const Values& a) {
  const at::Tensor pairs = at::tensor(a, at::kDouble).to(at::kLong).view({-1, 2});
  const at::Tensor outputs = at::one_hot(pairs.select(1, 1), 3).to(at::kFloat);
  return {metric("f1", LossKind::kCrossEntropy, outputs, pairs.select(1, 0).contiguous())};
}

Values r2(const Values& a) {
  const at::Tensor pairs = floats(a).view({-1, 2});
  return {metric("r2", LossKind::kMse, pairs.narrow(1, 1, 1).contiguous(),
                 pairs.select(1, 0).contiguous())};
}

Values normalize(const Values& a) {
  const at::Tensor inputs = floats(a).view({-1, 1, 1, 1});
  const auto learnt = learn_normalization(inputs, at::arange(inputs.size(0), at::kLong));
  return values_of(normalized(inputs, learnt));
}

Values clipped(const Values& a, bool by_norm) {
  const at::Tensor gradients = floats(from(a, 1));
  if (by_norm) {
    clip_gradients({gradients}, a.at(0));
  } else {
    clip_gradients({gradients}, {}, a.at(0));
  }
  return values_of(gradients);
}

Values average(const Values& a) {
  at::Tensor weight = floats({a.at(1)});
  WeightAverage average({weight}, {}, a.at(0));
  for (const double value : from(a, 2)) {
    weight.fill_(value);
    average.update();
  }
  average.swap();
  return values_of(weight);
}

Values loss_scale(const Values& a) {
  LossScaler scaler(c10::Device(c10::kCPU));
  for (const double overflows : a) {
    scaler.unscale({floats({overflows != 0 ? INFINITY : 1.0})});
    scaler.update();
  }
  return values_of(scaler.scale(floats({1})));
}

const Examples& examples() {
  static const Examples all{
      {"adagrad", optimizer("adagrad", {"eps"})},
      {"adam", optimizer("adam", {"beta1", "beta2", "eps"})},
      {"adamw", optimizer("adamw", {"beta1", "beta2", "eps"})},
      {"lamb", optimizer("lamb", {"beta1", "beta2", "eps"})},
      {"lion", optimizer("lion", {"beta1", "beta2"})},
      {"rmsprop", optimizer("rmsprop", {"alpha", "eps", "momentum"})},
      {"sgd", optimizer("sgd", {"momentum", "dampening", "nesterov"})},
      {"cross_entropy", cross_entropy},
      {"mse", [](const Values& a) { return loss_of_number(LossKind::kMse, 1, a[0], a[1]); }},
      {"mae", [](const Values& a) { return loss_of_number(LossKind::kMae, 1, a[0], a[1]); }},
      {"huber", [](const Values& a) { return loss_of_number(LossKind::kHuber, a[0], a[1], a[2]); }},
      {"macro_f1", macro_f1},
      {"r2", r2},
      {"normalized", normalize},
      {"clip_norm", [](const Values& a) { return clipped(a, true); }},
      {"clip_value", [](const Values& a) { return clipped(a, false); }},
      {"ema", average},
      {"loss_scale", loss_scale},
  };
  return all;
}

TEST_CASE("the worked examples of docs/numerics.md that need tensors are right") {
  std::set<std::string> seen;
  for (const auto& example : testing::doc_examples()) {
    if (!testing::torch_examples().contains(example.name)) continue;
    INFO(example.line);
    seen.insert(example.name);
    check_example(example, examples().at(example.name)(testing::numbers(example.arguments)), 1e-6);
  }
  CHECK(seen == testing::torch_examples());
}

}  // namespace
}  // namespace lrsweep::trainer
