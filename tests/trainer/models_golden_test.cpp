// Every model against a plain PyTorch module whose layers are made in the same order from the same
// seed: its first answer, sizes, and what 4 updates do to losses, answer and running statistics.
// Both train in float64, from parameters given by a formula: what the generator gives differs in
// the last bit from processor to processor, and norms of channels that hardly vary amplify that.
#include <ATen/ATen.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <span>

#include "golden_models.hpp"
#include "models_support.hpp"
#include "trainer/optimizers/registry.hpp"

namespace lrsweep::trainer {
namespace {

constexpr double kLr = 0.005;
constexpr double kTolerance = 1e-6;

void check_close(const at::Tensor& values, std::span<const double> expected, double tolerance) {
  const at::Tensor wanted = at::tensor(at::ArrayRef<double>(expected.data(), expected.size()));
  const at::Tensor apart = (values.to(at::kDouble) - wanted).abs().max();
  CHECK(apart.item<double>() <= tolerance * std::max(1.0, wanted.abs().max().item<double>()));
}

Batch double_batch(std::int64_t update) {
  Batch batch = golden_batch(update);
  batch.inputs = batch.inputs.to(at::kDouble);
  return batch;
}

void make_double(Model& model) {
  const auto convert = [](const at::Tensor& tensor) {
    tensor.unsafeGetTensorImpl()->set_allow_tensor_metadata_change(true);
    tensor.set_data(tensor.detach().to(at::kDouble));
  };
  for (const auto& parameter : model.parameters()) convert(parameter);
  for (const auto& buffer : model.buffers()) convert(buffer);
}

// As known() of make_models_golden.py has them.
void set_known(Model& model) {
  const at::NoGradGuard no_grad;
  for (const auto& parameter : model.parameters()) {
    const bool scales = parameter.dim() == 1 && parameter.equal(at::ones_like(parameter));
    if (scales) continue;
    const auto fan_in = static_cast<double>(parameter.numel() / parameter.size(0));
    const auto waves = at::cos(at::arange(parameter.numel(), at::kDouble) * 0.7);
    // Row-major in memory or not, elements are numbered row by row.
    parameter.copy_(waves.view(parameter.sizes()) / std::sqrt(fan_in));
  }
}

at::Tensor answer(Model& model) {
  const at::NoGradGuard no_grad;
  model.train(false);
  at::Tensor outputs = model.forward(double_batch(0).inputs)[0];
  model.train(true);
  return outputs;
}

// Means, then variances, of its first batch norm.
void check_running(const Model& model, std::span<const double> expected) {
  if (model.buffers().empty()) return;
  const auto means = model.buffers()[0].narrow(0, 0, 4);
  const auto variances = model.buffers()[1].narrow(0, 0, 4);
  check_close(at::cat({means, variances}), expected, kTolerance);
}

void check_losses(Model& model, const core::Spec& spec, std::span<const double> expected) {
  auto optimizer = make_optimizer(spec, model.parameters()).value();
  TrainStep step(model, *optimizer, step_options(spec, true).value(), c10::Device(c10::kCPU));
  for (std::size_t update = 0; update < expected.size(); ++update) {
    INFO("update " << update);
    const auto outcome = step.run(double_batch(static_cast<std::int64_t>(update)), kLr);
    CHECK(outcome.loss.item<double>() == Approx(expected[update]).epsilon(kTolerance));
  }
}

void check(const Settings& settings, const golden::ModelRun& expected) {
  const auto model = model_of(settings);
  make_double(*model);
  check_close(answer(*model), expected.before, 1e-5);
  set_known(*model);
  check_losses(*model, spec_with(settings), expected.losses);
  check_close(answer(*model), expected.after, kTolerance);
  check_running(*model, expected.running);
  CHECK(model->parameter_count() == expected.sizes.parameters);
  CHECK(model->flops_per_sample() == expected.sizes.flops);
}

Settings mlp(const std::string& norm, const std::string& activation) {
  return {{"model.name", "mlp"},
          {"model.hidden", "[24]"},
          {"model.norm", norm},
          {"model.activation", activation}};
}

Settings cnn(const std::string& norm, const std::string& activation) {
  return {{"model.name", "cnn"},
          {"model.channels", "[6]"},
          {"model.hidden", "[16]"},
          {"model.norm", norm},
          {"model.activation", activation}};
}

const Settings kResnet{{"model.name", "resnet18"}, {"model.width", "4"}};
const Settings kVit{{"model.name", "vit"}, {"model.width", "24"}, {"model.depth", "2"}};

TEST_CASE("linear trains as PyTorch's") { check({{"model.name", "linear"}}, golden::kLinear); }

TEST_CASE("mlp trains as PyTorch's with every norm") {
  SECTION("batch") { check(mlp("batch", "tanh"), golden::kMlpBatchTanh); }
  SECTION("group") { check(mlp("group", "silu"), golden::kMlpGroupSilu); }
  SECTION("layer") { check(mlp("layer", "gelu"), golden::kMlpLayerGelu); }
}

TEST_CASE("cnn trains as PyTorch's with every norm") {
  SECTION("batch") { check(cnn("batch", "relu"), golden::kCnnBatchRelu); }
  SECTION("batch and tanh") { check(cnn("batch", "tanh"), golden::kCnnBatchTanh); }
  SECTION("group") { check(cnn("group", "silu"), golden::kCnnGroupSilu); }
  SECTION("layer") { check(cnn("layer", "gelu"), golden::kCnnLayerGelu); }
}

TEST_CASE("resnet18 trains as PyTorch's") {
  SECTION("batch") { check(kResnet, golden::kResnet18); }
  SECTION("group") { check(with(kResnet, {{"model.norm", "group"}}), golden::kResnet18Group); }
}

TEST_CASE("vit trains as PyTorch's") { check(kVit, golden::kVit); }

TEST_CASE("sizes on CIFAR are what PyTorch counts") {
  const ModelShape cifar{3, 32, 32, 10};
  const auto same = [&](const Settings& settings, const golden::Sizes& expected) {
    const auto model = model_of(settings, cifar);
    CHECK(model->parameter_count() == expected.parameters);
    CHECK(model->flops_per_sample() == expected.flops);
  };
  same({{"model.name", "linear"}}, golden::kLinearOfCifar);
  same({{"model.name", "resnet18"}}, golden::kResnet18OfCifar);
  same({{"model.name", "vit"}, {"model.width", "192"}, {"model.depth", "6"}}, golden::kVitOfCifar);
}

TEST_CASE("resnet18's names are torchvision's") {
  const auto model = model_of(kResnet);
  CHECK(std::ranges::equal(model->names(), golden::kResnet18Names));
}

}  // namespace
}  // namespace lrsweep::trainer
