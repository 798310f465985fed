#include <ATen/ATen.h>

#include <catch2/catch.hpp>
#include <set>

#include "models_support.hpp"

namespace lrsweep::trainer {
namespace {

const Settings kMlp{{"model.name", "mlp"}, {"model.hidden", "[24]"}};

std::string error_of(const Settings& settings, const ModelShape& shape = kShape) {
  const auto model = make_model(spec_with(settings), shape, {}, c10::Device(c10::kCPU));
  REQUIRE_FALSE(model.has_value());
  return model.error().message;
}

TEST_CASE("flops count multiply-adds twice") {
  CHECK(model_of(kMlp)->flops_per_sample() == 2 * (144 * 24 + 24 * 10));
  // 9 patches of 16 pixels, 10 tokens of 24; two blocks of 12·24² + 2·10·24 a token.
  const auto vit = model_of({{"model.name", "vit"}, {"model.width", "24"}, {"model.depth", "2"}});
  CHECK(vit->flops_per_sample() ==
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
        "model.patch 5: the samples are 12 x 12 pixels; allowed: what divides both sides (1, 2, 3, "
        "4, 6, 12)\n"
        "model.norm \"batch\" with model.name vit; allowed: layer");
}

}  // namespace
}  // namespace lrsweep::trainer
