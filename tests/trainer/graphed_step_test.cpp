// Recorded updates, with a graph that keeps the work and does it again: what is read at recording
// and what at replay is the same as on a device.
#include "trainer/train/graphed_step.hpp"

#include <ATen/ATen.h>

#include <catch2/catch.hpp>
#include <stdexcept>

#include "models_support.hpp"
#include "trainer/optimizers/registry.hpp"

namespace lrsweep::trainer {
namespace {

class KeptWork final : public StepGraph {
 public:
  explicit KeptWork(int& replays) : replays_(replays) {}
  void record(const std::function<void()>& work) override { work_ = work; }
  void replay() override {
    ++replays_;
    work_();
  }

 private:
  std::function<void()> work_;
  int& replays_;
};

class CannotRecord final : public StepGraph {
 public:
  void record(const std::function<void()>&) override { throw std::runtime_error("no capture"); }
  void replay() override { FAIL("nothing was recorded"); }
};

// Rates that float32 has exactly.
double rate(std::int64_t update) {
  return 1.0 / static_cast<double>(std::int64_t{8} << update % 4);
}

// Every fourth batch is a short one, as at the end of an epoch.
Batch batch_of(std::int64_t update) {
  const auto batch = golden_batch(update);
  if (update % 4 != 3) return batch;
  return {batch.inputs.narrow(0, 0, 20), batch.targets.narrow(0, 0, 20)};
}

struct Trained {
  std::vector<double> losses;
  at::Tensor weights;
  std::int64_t updates = 0;
};

Trained train(const std::string& optimizer, std::unique_ptr<StepGraph> graph) {
  const Settings settings{{"model.name", "mlp"},
                          {"model.norm", "batch"},
                          {"optimizer.name", optimizer},
                          {"weight_decay", "0.01"},
                          {"optimizer.no_decay", "true"}};
  const auto model = model_of(settings);
  const auto spec = spec_with(settings);
  const auto made = make_optimizer(spec, model->parameters()).value();
  TrainStep step(*model, *made, step_options(spec, true).value(), c10::Device(c10::kCPU));
  GraphedStep graphed(step, *made, std::move(graph));
  std::vector<at::Tensor> losses;  // read at the end: no replay may write over them
  for (std::int64_t t = 0; t < 12; ++t) {
    losses.push_back(graphed.run(batch_of(t), rate(t), 1).loss);
  }
  Trained trained;
  for (const auto& loss : losses) trained.losses.push_back(loss.item<double>());
  std::vector<at::Tensor> flat;
  for (const auto& parameter : model->parameters()) flat.push_back(parameter.detach().flatten());
  trained.weights = at::cat(flat).clone();
  trained.updates = made->updates();
  return trained;
}

TEST_CASE("replayed updates are the updates themselves") {
  for (const auto* optimizer : {"sgd", "adam", "adamw"}) {
    INFO(optimizer);
    int replays = 0;
    const auto plain = train(optimizer, nullptr);
    const auto graphed = train(optimizer, std::make_unique<KeptWork>(replays));
    CHECK(replays == 12 - 3 - 3);  // without the short batches, and three to warm up
    CHECK(graphed.losses == plain.losses);
    CHECK(graphed.weights.equal(plain.weights));
    CHECK(graphed.updates == 12);
  }
}

TEST_CASE("what cannot be recorded is done one kernel after the other") {
  const auto plain = train("sgd", nullptr);
  const auto graphed = train("sgd", std::make_unique<CannotRecord>());
  CHECK(graphed.losses == plain.losses);
  CHECK(graphed.weights.equal(plain.weights));
  CHECK(graphed.updates == 12);
}

TEST_CASE("optimizers and models whose updates cannot be recorded are named") {
  const auto problems = [](const Settings& settings) {
    const auto spec = spec_with(settings);
    const auto model = model_of(settings);
    return graph_problems(spec, *make_optimizer(spec, model->parameters()).value());
  };
  CHECK(problems({{"model.name", "linear"}, {"optimizer.name", "adamw"}}).empty());
  const auto both =
      problems({{"model.name", "mlp"}, {"model.dropout", "0.1"}, {"optimizer.name", "lion"}});
  REQUIRE(both.size() == 2);
  CHECK(both[0].starts_with("train.cuda_graph on: optimizer.name lion"));
  CHECK(both[1].starts_with("train.cuda_graph on: dropout"));
}

}  // namespace
}  // namespace lrsweep::trainer
