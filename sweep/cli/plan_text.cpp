#include "sweep/cli/plan_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/json.hpp"
#include "core/spec_defaults.hpp"
#include "core/sweep_size.hpp"
#include "core/text.hpp"

namespace lrsweep::cli {
namespace {

std::int64_t runs_at_once(const SweepPlan& plan) {
  const auto& spec = plan.spec;
  auto at_once =
      static_cast<std::int64_t>(plan.devices.size()) / spec.integer("resources.devices_per_trial");
  if (spec.has("resources.max_parallel")) {
    at_once = std::min(at_once, spec.integer("resources.max_parallel"));
  }
  return std::min(at_once, core::planned_runs(plan.kind, spec));
}

std::string batch_text(const core::Spec& spec) {
  const auto batch = spec.integer("train.batch_size");
  const auto devices = spec.integer("resources.devices_per_trial");
  if (devices == 1) return fmt::format("batch {}", batch);
  return fmt::format("batch {} global = {:g} × {} devices", batch,
                     static_cast<double>(batch) / static_cast<double>(devices), devices);
}

std::string range_test_text(const core::Spec& spec) {
  const auto seeds = spec.integer("range_test.seeds");
  return fmt::format("{} {} × {} updates from {} to {}", seeds, seeds == 1 ? "seed" : "seeds",
                     spec.integer("range_test.updates"),
                     core::number_text(core::range_test_min_lr(spec)),
                     core::number_text(core::range_test_max_lr(spec)));
}

std::string warmup_text(const core::Spec& spec) {
  if (!spec.has("schedule.warmup")) return "";
  const auto& warmup = spec.json("schedule.warmup");
  return ", warm-up " + (warmup.is_string() ? warmup.get<std::string>() : core::dump(warmup));
}

std::string training_text(const core::Spec& spec) {
  const auto length =
      spec.has("train.updates")
          ? fmt::format("{} updates", spec.integer("train.updates"))
          : fmt::format("{} epochs", core::number_text(spec.number("train.epochs")));
  return fmt::format("{} at {} ({}{})", length, core::number_text(core::lr(spec)),
                     spec.text("schedule.name"), warmup_text(spec));
}

}  // namespace

std::string plan_text(const SweepPlan& plan) {
  const auto& spec = plan.spec;
  const auto what =
      plan.kind == core::SweepKind::kRangeTest ? range_test_text(spec) : training_text(spec);
  return fmt::format("{}; {}, {}; {} at a time on {} ({} {} each)", what,
                     spec.text("optimizer.name"), batch_text(spec), runs_at_once(plan),
                     fmt::join(plan.devices, ", "), plan.threads,
                     plan.threads == 1 ? "thread" : "threads");
}

}  // namespace lrsweep::cli
