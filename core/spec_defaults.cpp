#include "core/spec_defaults.hpp"

namespace lrsweep::core {
namespace {

double given_or(const Spec& spec, const char* key, double fallback) {
  return spec.has(key) ? spec.number(key) : fallback;
}

bool is_sgd(const Spec& spec) { return spec.text("optimizer.name") == "sgd"; }

}  // namespace

double range_test_min_lr(const Spec& spec) {
  return given_or(spec, "range_test.min_lr", is_sgd(spec) ? 1e-6 : 1e-7);
}

double range_test_max_lr(const Spec& spec) {
  return given_or(spec, "range_test.max_lr", is_sgd(spec) ? 10 : 1);
}

double momentum(const Spec& spec) { return given_or(spec, "optimizer.momentum", 0.9); }

double weight_decay(const Spec& spec) {
  return given_or(spec, "optimizer.weight_decay", is_sgd(spec) ? 5e-4 : 1e-2);
}

std::vector<std::int64_t> hidden(const Spec& spec) {
  if (spec.has("model.hidden")) return spec.integers("model.hidden");
  if (spec.text("model.name") == "cnn") return {64};
  return {128};
}

}  // namespace lrsweep::core
