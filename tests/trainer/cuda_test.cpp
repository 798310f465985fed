// Training on a CUDA device. Without one the program ends with 77, which ctest counts as skipped.
#define CATCH_CONFIG_RUNNER
#include <ATen/ATen.h>
#include <ATen/cuda/CUDAContext.h>

#include <catch2/catch.hpp>
#include <cstdio>

#include "trainer/models/registry.hpp"
#include "trainer/optimizers/registry.hpp"
#include "trainer/train/graphed_step.hpp"
#include "training_support.hpp"

namespace lrsweep::trainer {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

constexpr std::int64_t kUpdates = 20;
const c10::Device kCuda(c10::kCUDA, 0);

Batch batch_on(c10::Device device, std::int64_t update) {
  const auto batch = golden_batch(update);
  return {batch.inputs.to(device), batch.targets.to(device)};
}

std::vector<double> losses(const Settings& settings, c10::Device device,
                           std::unique_ptr<StepGraph> graph = nullptr) {
  const auto spec = spec_with(settings);
  const auto model = make_model(spec, kShape, {.init = 7, .dropout = 3}, device).value();
  const auto optimizer = make_optimizer(spec, model->parameters()).value();
  TrainStep step(*model, *optimizer, step_options(spec, true).value(), device);
  GraphedStep graphed(step, *optimizer, std::move(graph));
  std::vector<at::Tensor> told;
  for (std::int64_t t = 0; t < kUpdates; ++t) {
    const double lr = 0.01 * static_cast<double>(1 + t % 3);
    told.push_back(graphed.run(batch_on(device, t), lr, 1).loss);
  }
  std::vector<double> all;
  for (const auto& loss : told) all.push_back(loss.item<double>());
  return all;
}

void check_close(const std::vector<double>& found, const std::vector<double>& expected,
                 double tolerance) {
  for (std::size_t t = 0; t < expected.size(); ++t) {
    INFO("update " << t);
    CHECK(found.at(t) == Approx(expected[t]).epsilon(tolerance));
  }
}

Settings with_model(const char* model, const char* optimizer) {
  return {{"model.name", model}, {"optimizer.name", optimizer}, {"weight_decay", "0.01"}};
}

TEST_CASE("models train on a device as on the CPU") {
  for (const auto* model : {"linear", "mlp", "cnn"}) {
    INFO(model);
    const auto settings = with_model(model, "sgd");
    check_close(losses(settings, kCuda), losses(settings, c10::Device(c10::kCPU)), 1e-3);
  }
}

TEST_CASE("recorded updates are the updates themselves") {
  for (const auto* optimizer : {"sgd", "adam", "adamw"}) {
    for (const auto* model : {"mlp", "cnn"}) {
      INFO(optimizer << " " << model);
      const auto settings = with_model(model, optimizer);
      auto graph = make_step_graph(kCuda);
      REQUIRE(graph != nullptr);
      check_close(losses(settings, kCuda, std::move(graph)), losses(settings, kCuda), 1e-4);
    }
  }
}

TEST_CASE("an update in half precision counts") {
  auto settings = with_model("mlp", "sgd");
  settings.emplace_back("train.precision", "fp16");
  const auto half = losses(settings, kCuda);
  CHECK(half.back() < half.front());
}

}  // namespace
}  // namespace lrsweep::trainer

int main(int argc, char** argv) {
  constexpr int kSkipped = 77;
  if (at::cuda::device_count() == 0) {
    std::puts("not run: there is no CUDA device");
    return kSkipped;
  }
  return Catch::Session().run(argc, argv);
}
