// Numbers: make_metrics_golden.py.
#include <ATen/ATen.h>

#include <catch2/catch.hpp>

#include "trainer/train/evaluation.hpp"
#include "trainer/train/loss.hpp"
#include "training_support.hpp"

namespace lrsweep::trainer {
namespace {

at::Tensor outputs() {
  return at::tensor({2.0F, -1.0F, 0.5F, 0.1F, 0.3F, 0.2F,  -0.7F, 1.5F, -0.4F, 2.2F,
                     0.0F, 0.3F,  1.0F, 1.5F, 0.2F, -2.0F, 0.0F,  0.1F, 3.0F,  -0.5F})
      .view({5, 4});
}
at::Tensor classes() { return at::tensor({0, 3, 2, 1, 2}, at::kLong); }
at::Tensor predicted() { return at::tensor({1.0F, 2.5F, -0.5F, 4.0F, 0.25F}).view({5, 1}); }
at::Tensor numbers() { return at::tensor({1.5F, 2.0F, 0.5F, 1.0F, 0.0F}); }

double value(const Loss& loss, const at::Tensor& out, const at::Tensor& targets) {
  return loss(out, targets).item<double>();
}

TEST_CASE("losses are PyTorch's") {
  CHECK(value({}, outputs(), classes()) == Approx(0.8271824717521667).epsilon(1e-6));
  CHECK(value({LossKind::kCrossEntropy, 0.1, 1}, outputs(), classes()) ==
        Approx(0.9456825256347656).epsilon(1e-6));
  CHECK(value({LossKind::kMse, 0, 1}, predicted(), numbers()) ==
        Approx(2.112499952316284).epsilon(1e-6));
  CHECK(value({LossKind::kMae, 0, 1}, predicted(), numbers()) ==
        Approx(1.0499999523162842).epsilon(1e-6));
  CHECK(value({LossKind::kHuber, 0, 1}, predicted(), numbers()) == Approx(0.65625).epsilon(1e-6));
  CHECK(value({LossKind::kHuber, 0, 0.3}, predicted(), numbers()) ==
        Approx(0.27025002241134644).epsilon(1e-6));
}

TEST_CASE("a loss that the task cannot have is refused") {
  CHECK(make_loss(spec_with({}), true)->kind() == LossKind::kCrossEntropy);
  CHECK(make_loss(spec_with({}), false)->kind() == LossKind::kMse);
  const auto mse = make_loss(spec_with({{"train.loss", "mse"}}), true);
  REQUIRE_FALSE(mse.has_value());
  CHECK(mse.error().message == "train.loss mse: the targets are classes; allowed: cross_entropy");
  CHECK_FALSE(make_loss(spec_with({{"train.label_smoothing", "0.1"}}), false).has_value());
}

// Answers with rows of a table: input [n, 1, 1, 1] holds the row.
class Table final : public Model {
 public:
  explicit Table(at::Tensor rows) : rows_(std::move(rows)) {}
  at::Tensor forward(const at::Tensor& inputs) override {
    CHECK_FALSE(training());
    return rows_.index_select(0, inputs.flatten().to(at::kLong));
  }

 private:
  at::Tensor rows_;
};

// Metrics of the table's rows against targets, `copies` times over so that batches are cut.
Metrics metrics_of(const at::Tensor& rows, const at::Tensor& targets, const StepOptions& options,
                   std::int64_t copies = 1) {
  Table model(rows);
  SingleRank group;
  const at::Tensor inputs =
      at::arange(rows.size(0), at::kFloat).repeat({copies}).view({-1, 1, 1, 1});
  const at::Tensor all = targets.repeat({copies});
  return evaluate({.model = model,
                   .options = options,
                   .group = group,
                   .outputs = rows.size(1),
                   .samples = all.size(0),
                   .batch = [&](std::int64_t begin, std::int64_t count) {
                     return Batch{inputs.narrow(0, begin, count), all.narrow(0, begin, count)};
                   }});
}

double metric(const Metrics& metrics, std::string_view name) {
  for (const auto& [key, value] : metrics) {
    if (key == name) return value;
  }
  FAIL("no metric " << name);
  return 0;
}

TEST_CASE("metrics of classes are those worked out by hand and by PyTorch") {
  for (const std::int64_t copies : {1, 301}) {
    const auto metrics = metrics_of(outputs(), classes(), {}, copies);
    CHECK(metric(metrics, "loss") == Approx(0.8271824717521667).epsilon(1e-6));
    CHECK(metric(metrics, "accuracy") == Approx(0.8));
    CHECK(metric(metrics, "f1") == Approx(0.8333333333333333));
    CHECK(metrics.size() == 3);  // four classes have no top five
  }
}

TEST_CASE("top5 counts labels among the five largest outputs") {
  // Labels at rank 1, 5, 6 and 7 of seven outputs that fall.
  const at::Tensor rows = at::linspace(3, -3, 7).repeat({4, 1});
  const auto metrics = metrics_of(rows, at::tensor({0, 4, 5, 6}, at::kLong), {});
  CHECK(metric(metrics, "top5") == Approx(0.5));
  CHECK(metric(metrics, "accuracy") == Approx(0.25));
}

TEST_CASE("metrics of numbers are those worked out by PyTorch") {
  StepOptions options;
  options.loss = Loss(LossKind::kHuber, 0, 1);
  for (const std::int64_t copies : {1, 301}) {
    const auto metrics = metrics_of(predicted(), numbers(), options, copies);
    CHECK(metric(metrics, "loss") == Approx(0.65625).epsilon(1e-6));
    CHECK(metric(metrics, "mse") == Approx(2.1125).epsilon(1e-6));
    CHECK(metric(metrics, "mae") == Approx(1.05).epsilon(1e-6));
    CHECK(metric(metrics, "r2") == Approx(-3.225).epsilon(1e-6));
  }
}

}  // namespace
}  // namespace lrsweep::trainer
