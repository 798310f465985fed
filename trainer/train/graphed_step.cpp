#include "trainer/train/graphed_step.hpp"

#include <ATen/ATen.h>
#include <c10/util/ScopeExit.h>
#include <fmt/format.h>

#include <cstdio>
#include <utility>

namespace lrsweep::trainer {
namespace {

// What libraries set up in their first calls must not be recorded.
constexpr int kWarmUp = 3;

}  // namespace

std::vector<std::string> graph_problems(const core::Spec& spec, const Optimizer& optimizer) {
  std::vector<std::string> problems;
  if (!optimizer.takes_device_rate()) {
    problems.push_back(
        fmt::format("train.cuda_graph on: optimizer.name {} takes its rate from the "
                    "CPU; allowed: sgd, adam, adamw",
                    spec.text("optimizer.name")));
  }
  if (spec.number("model.dropout") > 0) {
    problems.push_back(
        "train.cuda_graph on: dropout is drawn anew in each update; allowed: "
        "model.dropout 0");
  }
  return problems;
}

GraphedStep::GraphedStep(TrainStep& step, Optimizer& optimizer, std::unique_ptr<StepGraph> graph)
    : step_(step), optimizer_(optimizer), graph_(std::move(graph)) {}

StepOutcome GraphedStep::run(const Batch& batch, double lr, double weight) {
  if (graph_ == nullptr || !fits(batch)) return step_.run(batch, lr, weight);
  if (done_++ < kWarmUp) return step_.run(batch, lr, weight);
  rate_.fill_(lr);
  take(batch);
  if (!recorded_) record(lr, weight);
  return recorded_ ? replay() : step_.run(batch, lr, weight);
}

bool GraphedStep::fits(const Batch& batch) {
  if (batch_.inputs.defined()) return batch.inputs.sizes() == batch_.inputs.sizes();
  batch_ = {at::empty_like(batch.inputs), at::empty_like(batch.targets)};
  rate_ = at::zeros({}, batch.inputs.options().dtype(at::kFloat));
  return true;
}

void GraphedStep::take(const Batch& batch) {
  batch_.inputs.copy_(batch.inputs);
  batch_.targets.copy_(batch.targets);
}

void GraphedStep::record(double lr, double weight) {
  const auto updates = optimizer_.updates();
  try {
    graph_->record([this, lr, weight] {
      const auto end = c10::make_scope_exit([this] { optimizer_.use_device_rate({}); });
      optimizer_.use_device_rate(rate_);
      outcome_ = step_.run(batch_, lr, weight);
    });
    recorded_ = true;
  } catch (const std::exception& problem) {
    fmt::print(stderr, "train.cuda_graph: not recorded, goes on without: {}\n", problem.what());
    graph_ = nullptr;
  }
  optimizer_.set_updates(updates);
}

StepOutcome GraphedStep::replay() {
  const auto updates = optimizer_.updates();
  graph_->replay();
  optimizer_.set_updates(updates + 1);
  // The next replay writes over them.
  return {outcome_.loss.clone(), outcome_.grad_norm.clone(), outcome_.clipped.clone()};
}

}  // namespace lrsweep::trainer
