#include <ATen/ATen.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "golden_training.hpp"
#include "trainer/models/layers.hpp"
#include "trainer/models/registry.hpp"
#include "trainer/optimizers/registry.hpp"
#include "trainer/random.hpp"
#include "training_support.hpp"

namespace lrsweep::trainer {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

const Settings kMlp{{"model.name", "mlp"}, {"model.hidden", "[24]"}};
const Settings kCnn{{"model.name", "cnn"}, {"model.channels", "[4, 6]"}, {"model.hidden", "[16]"}};

Settings with(Settings settings, const std::string& key, const std::string& value) {
  settings.emplace_back(key, value);
  return settings;
}

struct Curve {
  std::vector<double> loss;
  std::vector<double> norm;
  std::vector<double> clipped;
};

Curve train(const Settings& settings, double lr, int updates = 20) {
  const auto spec = spec_with(settings);
  auto model = make_model(spec, kShape, {.init = 7, .dropout = 3}, c10::Device(c10::kCPU)).value();
  auto optimizer = make_optimizer(spec, model->parameters()).value();
  TrainStep step(*model, *optimizer, step_options(spec, true).value(), c10::Device(c10::kCPU));
  Curve curve;
  for (int update = 0; update < updates; ++update) {
    const auto outcome = step.run(golden_batch(update), lr);
    curve.loss.push_back(outcome.loss.item<double>());
    curve.norm.push_back(outcome.grad_norm.item<double>());
    curve.clipped.push_back(outcome.clipped.item<double>());
  }
  return curve;
}

template <class Expected>
void check_close(const std::vector<double>& values, const Expected& expected, double tolerance) {
  REQUIRE(values.size() == expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    INFO("update " << i);
    CHECK(values[i] == Approx(expected[i]).epsilon(tolerance));
  }
}

TEST_CASE("the mlp trains as PyTorch's from the same seed") {
  const auto curve = train(kMlp, 0.05);
  check_close(curve.loss, golden::kMlpLoss, 2e-5);
  check_close(curve.norm, golden::kMlpNorm, 2e-4);
}

TEST_CASE("the cnn trains as PyTorch's from the same seed") {
  const auto curve = train(kCnn, 0.15);
  check_close(curve.loss, golden::kCnnLoss, 2e-5);
  check_close(curve.norm, golden::kCnnNorm, 5e-4);
}

TEST_CASE("clipping is PyTorch's clip_grad_norm_, and says when it clipped") {
  const auto curve = train(with(kCnn, "train.clip_norm", "0.1"), 0.15);
  check_close(curve.loss, golden::kClippedLoss, 2e-5);
  check_close(curve.norm, golden::kClippedNorm, 5e-4);
  for (std::size_t i = 0; i < curve.norm.size(); ++i) {
    CHECK(curve.clipped[i] == (curve.norm[i] > 0.1 ? 1.0 : 0.0));
  }
}

TEST_CASE("accumulated micro-batches, uneven ones too, are one batch") {
  const auto whole = train(kCnn, 0.1);
  for (const auto* parts : {"2", "5"}) {
    const auto curve = train(with(kCnn, "train.accumulate", parts), 0.1);
    check_close(curve.loss, whole.loss, 1e-6);
  }
}

TEST_CASE("bfloat16 stays near float32 and differs from it") {
  const auto exact = train(kMlp, 0.05);
  const auto rough = train(with(kMlp, "train.precision", "bf16"), 0.05);
  check_close(rough.loss, exact.loss, 2e-2);
  CHECK(rough.loss != exact.loss);
}

TEST_CASE("dropout follows its own seed and is off in evaluation") {
  const auto dropping = with(kMlp, "model.dropout", "0.5");
  const auto first = train(dropping, 0.05);
  at::rand({17});  // the library's global generator moves on
  CHECK(train(dropping, 0.05).loss == first.loss);
  CHECK(train(kMlp, 0.05).loss != first.loss);

  const auto loss_of = [](const Settings& settings) {
    auto model =
        make_model(spec_with(settings), kShape, {.init = 7, .dropout = 3}, c10::Device(c10::kCPU))
            .value();
    return evaluate_loss(*model, golden_batch(0), {}).item<double>();
  };
  CHECK(loss_of(dropping) == loss_of(kMlp));
  CHECK(loss_of(kMlp) == Approx(golden::kMlpLoss[0]).epsilon(1e-6));
}

TEST_CASE("initial weights are PyTorch's of the same seed") {
  auto generator = cpu_generator(11);
  const auto weight = linear_weights(5, 3, generator).weight.flatten();
  for (std::size_t i = 0; i < golden::kLinearInit.size(); ++i) {
    CHECK(weight[static_cast<std::int64_t>(i)].item<double>() ==
          Approx(golden::kLinearInit[i]).epsilon(1e-6));
  }
}

TEST_CASE("convolutions have channels-last weights, with one input channel too") {
  auto generator = cpu_generator(1);
  CHECK(conv_weights(1, 4, 3, generator).weight.strides() == at::IntArrayRef{9, 1, 3, 1});
}

TEST_CASE("a cnn with more poolings than the image has halvings is refused") {
  const auto spec = spec_with({{"model.channels", "[2, 2, 2, 2]"}});
  const auto model = make_model(spec, kShape, {}, c10::Device(c10::kCPU));
  REQUIRE_FALSE(model.has_value());
  CHECK(model.error().message ==
        "model.channels [2, 2, 2, 2]: each convolution halves the image, and 12 x 12 pixels can be "
        "halved 3 times at most");
}

TEST_CASE("the examples are specs whose models can be made") {
  for (const auto& file : std::filesystem::directory_iterator(
           std::filesystem::path(LRSWEEP_SOURCE_DIR) / "examples")) {
    INFO(file.path());
    core::SpecBuilder builder;
    builder.add_file(file.path());
    const auto spec = builder.build();
    REQUIRE(spec.has_value());
    if (spec->text("model.name") == "synthetic") continue;  // a formula, no model
    CHECK(make_model(*spec, {1, 28, 28, 10}, {}, c10::Device(c10::kCPU)).has_value());
  }
}

}  // namespace
}  // namespace lrsweep::trainer
