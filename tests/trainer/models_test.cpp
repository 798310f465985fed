#include <ATen/ATen.h>

#include <catch2/catch.hpp>
#include <set>

#include "golden_models.hpp"
#include "trainer/models/registry.hpp"
#include "trainer/optimizers/registry.hpp"
#include "training_support.hpp"

namespace lrsweep::trainer {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

std::unique_ptr<Model> model_of(const Settings& settings, const ModelShape& shape = kShape) {
  auto model =
      make_model(spec_with(settings), shape, {.init = 7, .dropout = 3}, c10::Device(c10::kCPU));
  INFO((model ? "" : model.error().message));
  REQUIRE(model.has_value());
  return *std::move(model);
}

std::string error_of(const Settings& settings, const ModelShape& shape = kShape) {
  const auto model = make_model(spec_with(settings), shape, {}, c10::Device(c10::kCPU));
  REQUIRE_FALSE(model.has_value());
  return model.error().message;
}

template <class Expected>
void check(const Settings& settings, const Expected& expected, double tolerance = 2e-4) {
  auto model = model_of(settings);
  const auto spec = spec_with(settings);
  auto optimizer = make_optimizer(spec, model->parameters()).value();
  const auto options = step_options(spec, true).value();
  TrainStep step(*model, *optimizer, options, c10::Device(c10::kCPU));
  for (std::size_t update = 0; update + 1 < expected.size(); ++update) {
    INFO("update " << update);
    const auto outcome = step.run(golden_batch(static_cast<std::int64_t>(update)), 0.05);
    CHECK(outcome.loss.item<double>() == Approx(expected[update]).epsilon(tolerance));
  }
  INFO("evaluation");
  CHECK(evaluate_loss(*model, golden_batch(0), options).item<double>() ==
        Approx(expected.back()).epsilon(5 * tolerance));
}

const Settings kMlp{{"model.name", "mlp"}, {"model.hidden", "[24]"}};
// Without a hidden layer of its own: the head is one linear layer.
const Settings kVit{{"model.name", "vit"}, {"model.width", "24"}, {"model.depth", "2"}};

Settings with(Settings settings, const Settings& more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

TEST_CASE("models train as plain PyTorch modules from the same seed") {
  SECTION("linear") { check({{"model.name", "linear"}}, golden::kLinear); }
  SECTION("mlp with batch norm") {
    check(with(kMlp, {{"model.norm", "batch"}, {"model.activation", "tanh"}}),
          golden::kMlpBatchTanh);
  }
  SECTION("mlp with layer norm") {
    check(with(kMlp, {{"model.norm", "layer"}, {"model.activation", "gelu"}}),
          golden::kMlpLayerGelu);
  }
  SECTION("resnet18") {
    check({{"model.name", "resnet18"}, {"model.width", "4"}}, golden::kResnet18);
  }
  SECTION("vit") { check(kVit, golden::kVit); }
}

TEST_CASE("sizes are counted") {
  const ModelShape cifar{3, 32, 32, 10};
  const auto resnet = model_of({{"model.name", "resnet18"}}, cifar);
  CHECK(resnet->parameter_count() == 11173962);
  // 555,422,720 multiply-adds of convolutions and the last layer, as fvcore counts them.
  CHECK(resnet->flops_per_sample() == 2 * 555422720LL);
  CHECK(model_of({{"model.name", "linear"}}, cifar)->parameter_count() == 30730);
  CHECK(model_of({{"model.name", "linear"}}, cifar)->flops_per_sample() == 2 * 30720);
  CHECK(model_of(kMlp)->flops_per_sample() == 2 * (144 * 24 + 24 * 10));
  // 9 patches of 16 pixels, 10 tokens of 24; two blocks of 12·24² + 2·10·24 a token.
  CHECK(model_of(kVit)->flops_per_sample() ==
        2 * (9 * 16 * 24 + 2 * 10 * (12 * 24 * 24 + 2 * 10 * 24) + 24 * 10));
}

TEST_CASE("names are unique, and running statistics are buffers") {
  const auto resnet = model_of({{"model.name", "resnet18"}, {"model.width", "4"}});
  std::set<std::string> names(resnet->names().begin(), resnet->names().end());
  names.insert(resnet->buffer_names().begin(), resnet->buffer_names().end());
  CHECK(names.size() == resnet->names().size() + resnet->buffer_names().size());
  CHECK(names.count("layer2.0.downsample.1.running_var") == 1);
  CHECK(resnet->buffers().size() == 2 * 20);
  const auto before = resnet->buffers()[0].clone();
  static_cast<void>(resnet->forward(golden_batch(0).inputs));
  CHECK_FALSE(resnet->buffers()[0].equal(before));
  const auto learnt = resnet->buffers()[0].clone();
  resnet->train(false);
  static_cast<void>(resnet->forward(golden_batch(1).inputs));
  CHECK(resnet->buffers()[0].equal(learnt));
}

TEST_CASE("what dropout drops follows from the update") {
  const auto model = model_of(with(kMlp, {{"model.dropout", "0.5"}}));
  const auto inputs = golden_batch(0).inputs;
  const auto at_update = [&](std::int64_t update) {
    model->begin_update(update);
    return model->forward(inputs);
  };
  const at::Tensor third = at_update(3);
  CHECK_FALSE(at_update(4).equal(third));
  CHECK(at_update(3).equal(third));
}

TEST_CASE("sizes that do not fit are refused, all of them") {
  CHECK(error_of({{"model.name", "resnet18"}}, {30, 1, 1, 3}) ==
        "model.name resnet18: the samples are 1 x 1 pixels; allowed: images of at least 8 x 8");
  CHECK(error_of({{"model.name", "vit"}, {"model.patch", "5"}, {"model.norm", "batch"}}) ==
        "model.patch 5: the samples are 12 x 12 pixels; allowed: a side that divides both\n"
        "model.norm batch with vit; allowed: layer");
}

}  // namespace
}  // namespace lrsweep::trainer
