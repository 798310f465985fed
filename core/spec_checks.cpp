#include "core/spec_checks.hpp"

#include <array>

#include <fmt/format.h>

#include "core/metrics.hpp"
#include "core/spec_defaults.hpp"
#include "core/text.hpp"

namespace lrsweep::core {
namespace {

std::optional<std::string> range_is_empty(const Spec& spec) {
  const double low = range_test_min_lr(spec);
  const double high = range_test_max_lr(spec);
  if (low < high) return std::nullopt;
  return fmt::format(
      "range_test.min_lr is {} and range_test.max_lr {}; allowed: min_lr below max_lr",
      number_text(low), number_text(high));
}

std::optional<std::string> nesterov_without_momentum(const Spec& spec) {
  const bool sgd = spec.text("optimizer.name") == "sgd";
  if (!spec.flag("optimizer.nesterov") || !sgd || momentum(spec) > 0) return std::nullopt;
  return "optimizer.nesterov is true and optimizer.momentum 0; allowed: a momentum above 0";
}

std::optional<std::string> nesterov_without_sgd(const Spec& spec) {
  const auto optimizer = spec.text("optimizer.name");
  if (!spec.flag("optimizer.nesterov") || optimizer == "sgd") return std::nullopt;
  return fmt::format("optimizer.nesterov is true and optimizer.name {}; allowed: nesterov with sgd",
                     optimizer);
}

std::optional<std::string> nesterov_with_dampening(const Spec& spec) {
  const double dampening = spec.number("optimizer.dampening");
  if (!spec.flag("optimizer.nesterov") || dampening == 0) return std::nullopt;
  return fmt::format("optimizer.nesterov is true and optimizer.dampening {}; allowed: dampening 0",
                     number_text(dampening));
}

std::optional<std::string> batch_too_small(const Spec& spec) {
  const auto batch = spec.integer("train.batch_size");
  const auto accumulate = spec.integer("train.accumulate");
  const auto devices = spec.integer("resources.devices_per_trial");
  if (batch >= accumulate * devices) return std::nullopt;
  return fmt::format(
      "train.batch_size is {}, train.accumulate {} and resources.devices_per_trial {}; allowed: a "
      "batch_size of at least {}, a sample for each part on each device",
      batch, accumulate, devices, accumulate * devices);
}

std::optional<std::string> no_probe_set(const Spec& spec) {
  if (spec.text("range_test.curve") != "val" || validation_share(spec) > 0) {
    return std::nullopt;
  }
  return "range_test.curve is val and data.validation 0; allowed: a validation share above 0";
}

std::optional<std::string> heads_do_not_divide(const Spec& spec) {
  const auto heads = spec.integer("model.heads");
  if (spec.text("model.name") != "vit" || width(spec) % heads == 0) return std::nullopt;
  return fmt::format("model.heads is {} and model.width {}; allowed: heads that divide the width",
                     heads, width(spec));
}

std::optional<std::string> one_sample_in_batch_norm(const Spec& spec) {
  const auto parts = spec.integer("train.accumulate") * spec.integer("resources.devices_per_trial");
  if (norm(spec) != "batch" || spec.integer("train.batch_size") >= 2 * parts) return std::nullopt;
  return fmt::format(
      "train.batch_size is {} with model.norm batch; allowed: a batch_size of at least {}, two "
      "samples for each part on each device, or another norm",
      spec.integer("train.batch_size"), 2 * parts);
}

std::optional<std::string> clipped_twice(const Spec& spec) {
  if (!spec.has("train.clip_norm") || !spec.has("train.clip_value")) return std::nullopt;
  return "train.clip_norm and train.clip_value are both given; allowed: one of them";
}

std::optional<std::string> data_cut_twice(const Spec& spec) {
  if (!spec.has("data.limit") || !spec.has("data.share")) return std::nullopt;
  return "data.limit and data.share are both given; allowed: one of them";
}

std::optional<std::string> final_with_validation(const Spec& spec) {
  if (!spec.flag("train.final") || !spec.has("data.validation")) return std::nullopt;
  if (spec.number("data.validation") == 0) return std::nullopt;
  return fmt::format(
      "train.final is true and data.validation {}; allowed: final alone, it trains on all samples",
      number_text(spec.number("data.validation")));
}

bool is_validated(const Spec& spec) {
  return validation_share(spec) > 0 || spec.text("model.name") == "synthetic";
}

std::optional<std::string> metric_without_validation(const Spec& spec) {
  if (!spec.has("metric.name") || is_validated(spec)) return std::nullopt;
  const auto metric = spec.text("metric.name");
  if (!metric.starts_with("val_")) return std::nullopt;
  return fmt::format("metric.name is {} and no sample is held out; allowed: train_loss", metric);
}

std::optional<std::string> goal_against_metric(const Spec& spec) {
  if (!spec.has("metric.goal") || !spec.has("metric.name")) return std::nullopt;
  const auto metric = spec.text("metric.name");
  const std::string usual = metric_goal(metric) == Goal::kMinimize ? "minimize" : "maximize";
  if (spec.text("metric.goal") == usual) return std::nullopt;
  return fmt::format("metric.goal is {} and metric.name {}; allowed: {}", spec.text("metric.goal"),
                     metric, usual);
}

std::optional<std::string> patience_without_validation(const Spec& spec) {
  if (!spec.has("train.patience") || is_validated(spec)) return std::nullopt;
  return fmt::format(
      "train.patience is {} and no sample is held out; allowed: a data.validation above 0",
      spec.integer("train.patience"));
}

constexpr auto kChecks = std::to_array<SpecCheck>({
    {"range_test.min_lr", "range_test.max_lr", range_is_empty},
    {"optimizer.nesterov", "optimizer.momentum", nesterov_without_momentum},
    {"optimizer.nesterov", "optimizer.name", nesterov_without_sgd},
    {"optimizer.nesterov", "optimizer.dampening", nesterov_with_dampening},
    {"train.batch_size", "train.accumulate", batch_too_small},
    {"range_test.curve", "data.validation", no_probe_set},
    {"model.heads", "model.width", heads_do_not_divide},
    {"train.batch_size", "model.norm", one_sample_in_batch_norm},
    {"train.clip_norm", "train.clip_value", clipped_twice},
    {"data.limit", "data.share", data_cut_twice},
    {"train.final", "data.validation", final_with_validation},
    {"metric.name", "data.validation", metric_without_validation},
    {"metric.goal", "metric.name", goal_against_metric},
    {"train.patience", "data.validation", patience_without_validation},
});

}  // namespace

std::span<const SpecCheck> spec_checks() { return kChecks; }

}  // namespace lrsweep::core
