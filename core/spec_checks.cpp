#include "core/spec_checks.hpp"

#include <array>

#include <fmt/format.h>

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
  if (!spec.flag("optimizer.nesterov") || momentum(spec) > 0) return std::nullopt;
  return "optimizer.nesterov is true and optimizer.momentum 0; allowed: a momentum above 0";
}

std::optional<std::string> nesterov_without_sgd(const Spec& spec) {
  const auto optimizer = spec.text("optimizer.name");
  if (!spec.flag("optimizer.nesterov") || optimizer == "sgd") return std::nullopt;
  return fmt::format("optimizer.nesterov is true and optimizer.name {}; allowed: nesterov with sgd",
                     optimizer);
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
  if (spec.text("range_test.curve") != "val" || spec.number("data.validation") > 0) {
    return std::nullopt;
  }
  return "range_test.curve is val and data.validation 0; allowed: a validation share above 0";
}

constexpr std::array<SpecCheck, 5> kChecks{{
    {"range_test.min_lr", "range_test.max_lr", range_is_empty},
    {"optimizer.nesterov", "optimizer.momentum", nesterov_without_momentum},
    {"optimizer.nesterov", "optimizer.name", nesterov_without_sgd},
    {"train.batch_size", "train.accumulate", batch_too_small},
    {"range_test.curve", "data.validation", no_probe_set},
}};

}  // namespace

std::span<const SpecCheck> spec_checks() { return kChecks; }

}  // namespace lrsweep::core
