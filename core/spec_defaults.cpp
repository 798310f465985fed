#include "core/spec_defaults.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/check.hpp"

namespace lrsweep::core {
namespace {

struct OptimizerDefaults {
  std::string_view name;
  double lr;
  double weight_decay;
  double eps;
  bool scale_free;  // an update has the size of the rate, whatever the gradient's
};
constexpr std::array kOptimizers{
    OptimizerDefaults{"sgd", 0.1, 5e-4, 1e-8, false},
    OptimizerDefaults{"adam", 1e-3, 0, 1e-8, true},
    OptimizerDefaults{"adamw", 1e-3, 1e-2, 1e-8, true},
    OptimizerDefaults{"rmsprop", 1e-3, 0, 1e-8, true},
    OptimizerDefaults{"adagrad", 1e-2, 0, 1e-10, false},
    OptimizerDefaults{"lamb", 1e-3, 1e-2, 1e-6, true},
    OptimizerDefaults{"lion", 1e-4, 1e-2, 1e-8, true},
};

const OptimizerDefaults& defaults_of(const Spec& spec) {
  const auto name = spec.text("optimizer.name");
  const auto* found = std::find_if(kOptimizers.begin(), kOptimizers.end(),
                                   [&](const auto& row) { return row.name == name; });
  LRSWEEP_CHECK(found != kOptimizers.end(), "an optimizer without defaults");
  return *found;
}

double given_or(const Spec& spec, const char* key, double fallback) {
  return spec.has(key) ? spec.number(key) : fallback;
}

}  // namespace

double range_test_min_lr(const Spec& spec) {
  return given_or(spec, "range_test.min_lr", defaults_of(spec).scale_free ? 1e-7 : 1e-6);
}

double range_test_max_lr(const Spec& spec) {
  return given_or(spec, "range_test.max_lr", defaults_of(spec).scale_free ? 1 : 10);
}

double lr(const Spec& spec) { return given_or(spec, "optimizer.lr", defaults_of(spec).lr); }

double momentum(const Spec& spec) {
  return given_or(spec, "optimizer.momentum", spec.text("optimizer.name") == "sgd" ? 0.9 : 0.0);
}

double weight_decay(const Spec& spec) {
  return given_or(spec, "optimizer.weight_decay", defaults_of(spec).weight_decay);
}

double beta1(const Spec& spec) { return given_or(spec, "optimizer.beta1", 0.9); }

double beta2(const Spec& spec) {
  return given_or(spec, "optimizer.beta2", spec.text("optimizer.name") == "lion" ? 0.99 : 0.999);
}

double eps(const Spec& spec) { return given_or(spec, "optimizer.eps", defaults_of(spec).eps); }

std::vector<std::int64_t> hidden(const Spec& spec) {
  if (spec.has("model.hidden")) return spec.integers("model.hidden");
  if (spec.text("model.name") == "cnn") return {64};
  return {128};
}

std::string norm(const Spec& spec) {
  if (spec.has("model.norm")) return spec.text("model.norm");
  const auto model = spec.text("model.name");
  if (model == "resnet18") return "batch";
  return model == "vit" ? "layer" : "none";
}

std::int64_t width(const Spec& spec) {
  if (spec.has("model.width")) return spec.integer("model.width");
  return spec.text("model.name") == "vit" ? 192 : 64;
}

double validation_share(const Spec& spec) {
  if (spec.flag("train.final")) return 0;
  return given_or(spec, "data.validation", 0.1);
}

}  // namespace lrsweep::core
