#include "trainer/train/evaluation.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "trainer/autocast.hpp"

namespace lrsweep::trainer {
namespace {

// Large enough to be fast, small enough that activations stay a few tens of MiB.
constexpr std::int64_t kBatch = 256;
constexpr std::int64_t kTop = 5;

// Sums over the samples so far, float64 on the model's device: what ranks can add up.
//   classification: loss, correct, among the top five, then of each class how many there are, were
//   predicted, and both; regression: loss, Σe², Σ|e|, Σy, Σy².
at::Tensor sums_of_classes(const at::Tensor& outputs, const at::Tensor& targets) {
  const auto classes = outputs.size(1);
  const at::Tensor predicted = outputs.argmax(1);
  const at::Tensor hit = predicted.eq(targets);
  const at::Tensor top =
      std::get<1>(outputs.topk(std::min(kTop, classes), 1)).eq(targets.unsqueeze(1)).any(1);
  const auto count = [&](const at::Tensor& values, const at::Tensor& weights) {
    return at::zeros({classes}, outputs.options().dtype(at::kDouble))
        .scatter_add_(0, values, weights.to(at::kDouble));
  };
  const at::Tensor ones = at::ones_like(hit);
  return at::cat({hit.sum().to(at::kDouble).view({1}), top.sum().to(at::kDouble).view({1}),
                  count(targets, ones), count(predicted, ones), count(targets, hit)});
}

at::Tensor sums_of_numbers(const at::Tensor& outputs, const at::Tensor& targets) {
  const at::Tensor truth = targets.to(at::kDouble);
  const at::Tensor error = outputs.squeeze(1).to(at::kDouble) - truth;
  return at::stack({error.square().sum(), error.abs().sum(), truth.sum(), truth.square().sum()});
}

bool is_classification(const StepOptions& options) {
  return options.loss.kind() == LossKind::kCrossEntropy;
}

at::Tensor sums_of(const EvaluationSetup& setup, const Batch& batch) {
  at::Tensor outputs;
  {
    const AutocastScope autocast(setup.options.precision, batch.inputs.device().type());
    outputs = setup.model.forward(batch.inputs);
  }
  outputs = outputs.to(at::kFloat);
  const auto count = static_cast<double>(batch.targets.size(0));
  const at::Tensor loss = setup.options.loss(outputs, batch.targets).to(at::kDouble) * count;
  return at::cat({loss.view({1}), is_classification(setup.options)
                                      ? sums_of_classes(outputs, batch.targets)
                                      : sums_of_numbers(outputs, batch.targets)});
}

// This rank's share.
std::vector<double> sums_here(const EvaluationSetup& setup) {
  const auto end = setup.samples * (setup.group.rank() + 1) / setup.group.world();
  auto begin = setup.samples * setup.group.rank() / setup.group.world();
  at::Tensor total;
  for (; begin < end; begin += kBatch) {
    const at::Tensor sums = sums_of(setup, setup.batch(begin, std::min(kBatch, end - begin)));
    total = total.defined() ? total.add_(sums) : sums;
  }
  if (!total.defined()) return {};
  const at::Tensor read = total.cpu();
  const auto* first = read.const_data_ptr<double>();
  return {first, first + read.numel()};
}

double macro_f1(const double* counts, std::size_t classes) {
  double sum = 0;
  for (std::size_t c = 0; c < classes; ++c) {
    const double both = counts[2 * classes + c];
    const double either = counts[c] + counts[classes + c];
    if (either > 0) sum += 2 * both / either;
  }
  return sum / static_cast<double>(classes);
}

Metrics of_classes(const std::vector<double>& sums, double n) {
  const std::size_t classes = (sums.size() - 3) / 3;
  Metrics metrics{{"loss", sums[0] / n}, {"accuracy", sums[1] / n}};
  if (classes > kTop) metrics.emplace_back("top5", sums[2] / n);
  metrics.emplace_back("f1", macro_f1(sums.data() + 3, classes));
  return metrics;
}

Metrics of_numbers(const std::vector<double>& sums, double n) {
  const double spread = sums[4] - sums[3] * sums[3] / n;
  const double r2 = spread > 0 ? 1 - sums[1] / spread : std::numeric_limits<double>::quiet_NaN();
  return {{"loss", sums[0] / n}, {"mse", sums[1] / n}, {"mae", sums[2] / n}, {"r2", r2}};
}

std::size_t sums_size(const EvaluationSetup& setup) {
  return is_classification(setup.options) ? 3 + 3 * static_cast<std::size_t>(setup.outputs) : 5;
}

}  // namespace

Metrics evaluate(const EvaluationSetup& setup) {
  const at::NoGradGuard no_grad;
  setup.model.train(false);
  auto sums = sums_here(setup);
  setup.model.train(true);
  sums.resize(sums_size(setup), 0.0);
  setup.group.sum(sums);
  const auto n = static_cast<double>(setup.samples);
  return is_classification(setup.options) ? of_classes(sums, n) : of_numbers(sums, n);
}

}  // namespace lrsweep::trainer
