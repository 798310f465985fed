#include "sweep/cli/start_sweep.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/clock.hpp"
#include "core/json.hpp"
#include "core/spec_defaults.hpp"
#include "core/sweep_size.hpp"
#include "core/text.hpp"
#include "finders/schedules/spec_schedule.hpp"
#include "sweep/cli/build_info.hpp"
#include "sweep/cli/common.hpp"
#include "sweep/cli/finish_sweep.hpp"
#include "sweep/cli/plan_text.hpp"
#include "sweep/cli/progress.hpp"
#include "sweep/devices/resolve.hpp"
#include "sweep/devices/system_inventory.hpp"
#include "sweep/runtime/run_sweep.hpp"

namespace lrsweep::cli {
namespace {

std::string last_part(const std::string& path) {
  const auto slash = path.find_last_of('/', path.find_last_not_of('/'));
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string name_of(const core::Spec& spec, core::SweepKind kind) {
  if (spec.has("name")) return spec.text("name");
  const auto model = spec.text("model.name");
  const std::string command = kind == core::SweepKind::kRangeTest ? "range-test" : "train";
  if (model == "synthetic") return command + "-synthetic";
  return fmt::format("{}-{}-{}", command, last_part(spec.text("data.source")), model);
}

// What can be seen of a schedule before the data are: parameters that it lacks or does not take.
core::Result<void> check_schedule(const core::Spec& spec, core::SweepKind kind) {
  if (kind == core::SweepKind::kRangeTest) return {};
  constexpr double kUpdatesPerEpoch = 1e6;
  const auto updates =
      spec.has("train.updates")
          ? spec.integer("train.updates")
          : static_cast<std::int64_t>(std::ceil(spec.number("train.epochs") * kUpdatesPerEpoch));
  const auto schedule = finders::make_schedule(
      spec, {.lr = core::lr(spec), .updates = updates, .updates_per_epoch = kUpdatesPerEpoch},
      core::Goal::kMinimize);
  if (!schedule) return core::Failure(schedule.error());
  return {};
}

core::Result<void> enough_devices(const core::Spec& spec, const std::vector<std::string>& devices,
                                  const sweep::Machine& machine) {
  const auto wanted = spec.integer("resources.devices_per_trial");
  if (static_cast<std::int64_t>(devices.size()) >= wanted) return {};
  return core::fail(
      core::ErrorKind::kNoDevice,
      fmt::format("resources.devices_per_trial is {}, {} has {}; this machine: {}", wanted,
                  spec.text("resources.devices"), devices.size(), sweep::describe(machine)));
}

std::string host_name() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

std::string environment_json(const SweepPlan& plan) {
  const auto machine = sweep::SystemInventory().look();
  core::Json argv = core::Json::array({"lrsweep"});
  for (const auto& argument : typed_arguments()) argv.push_back(argument);
  return core::dump({{"argv", argv},
                     {"host", host_name()},
                     {"machine", sweep::describe(machine)},
                     {"devices", plan.devices},
                     {"threads_per_device", plan.threads},
                     {"driver", machine.driver_version},
                     {"lrsweep", kVersion},
                     {"torch", kTorch},
                     {"nccl", kNccl},
                     {"build", fmt::format("{}, {}", kBuildType, kCompiler)}});
}

ProgressKind progress_kind(const Arguments& arguments, bool json) {
  if (arguments.count("quiet") != 0) return ProgressKind::kQuiet;
  if (json) return ProgressKind::kJson;
  return is_terminal(STDERR_FILENO) ? ProgressKind::kLive : ProgressKind::kPlain;
}

}  // namespace

core::Result<SweepPlan> make_plan(const core::Spec& spec, core::SweepKind kind) {
  if (auto fits = check_schedule(spec, kind); !fits) return core::Failure(fits.error());
  const auto machine = sweep::SystemInventory().look();
  const auto wanted = core::planned_runs(kind, spec) * spec.integer("resources.devices_per_trial");
  auto devices = sweep::resolve_devices(spec.text("resources.devices"), machine, wanted);
  if (!devices) return core::Failure(devices.error());
  if (auto enough = enough_devices(spec, *devices, machine); !enough) {
    return core::Failure(enough.error());
  }
  SweepPlan plan{kind, spec, name_of(spec, kind), *std::move(devices), 1, ""};
  plan.threads = sweep::threads_per_slot(machine.cores, plan.devices.size());
  plan.text = plan_text(plan);
  return plan;
}

core::Result<int> run_to_the_end(const Arguments& arguments, const SweepPlan& plan,
                                 std::optional<core::SweepId> resume) {
  const auto json = wants_json(arguments);
  if (!json) return core::Failure(json.error());
  sweep::SweepRequest request;
  request.out = out_folder(arguments);
  request.kind = plan.kind;
  request.spec = plan.spec;
  request.name = plan.name;
  request.environment_json = environment_json(plan);
  request.devices = plan.devices;
  request.resume = resume;
  request.retry_failed = resume && arguments.count("failed") != 0;
  note(arguments, core::printable(plan.name) + ": " + plan.text);
  const core::SystemClock clock;
  auto progress = make_progress(progress_kind(arguments, *json), clock);
  const auto outcome = sweep::run_sweep(request, *progress);
  progress.reset();
  if (!outcome) return core::Failure(outcome.error());
  return finish_sweep(arguments, *outcome, *json);
}

}  // namespace lrsweep::cli
