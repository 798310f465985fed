#include "sweep/cli/sweep_command.hpp"

#include <fmt/format.h>

#include "core/spec_defaults.hpp"
#include "core/sweep_size.hpp"
#include "core/text.hpp"
#include "sweep/cli/common.hpp"
#include "sweep/cli/spec_flags.hpp"
#include "sweep/cli/start_sweep.hpp"

namespace lrsweep::cli {
namespace {

core::Result<core::Spec> spec_of(const Arguments& arguments, core::SweepKind kind) {
  core::SpecBuilder builder;
  add_spec_flags(arguments, builder, kind);
  add_placement_flags(arguments, builder);
  return builder.build();
}

core::Failure begun_before(const storage::SweepSummary& before, core::SweepKind kind,
                           const core::Spec& spec) {
  const auto id = before.sweep.id.value;
  return core::fail(
      core::ErrorKind::kUsage,
      fmt::format("sweep {} has this spec, {} of {} done: lrsweep resume {}, or --new", id,
                  before.complete, core::planned_runs(kind, spec), id));
}

// An unfinished sweep of this very spec is resumed, not started again, unless --new.
core::Result<void> not_begun_before(const Arguments& arguments, core::SweepKind kind,
                                    const core::Spec& spec) {
  if (arguments.count("new") != 0) return {};
  const auto reader = storage::Reader::open(out_folder(arguments));
  // No database yet; other trouble is met and told when it is opened to write.
  if (!reader) return {};
  const auto sweeps = (*reader)->list();
  if (!sweeps) return core::Failure(sweeps.error());
  for (const auto& one : *sweeps) {
    const bool unfinished = one.sweep.state == core::SweepState::kRunning ||
                            one.sweep.state == core::SweepState::kInterrupted;
    const bool same = one.sweep.kind == kind && one.sweep.spec_sha256 == spec.sha256();
    if (unfinished && same) return begun_before(one, kind, spec);
  }
  return {};
}

// What the user should know of the rate before anything starts.
void say_rate(const Arguments& arguments, core::SweepKind kind, const core::Spec& spec) {
  if (kind == core::SweepKind::kRangeTest && spec.has("optimizer.lr")) {
    note(arguments, "note: a range test tries its own rates; optimizer.lr is not used");
  }
  if (kind != core::SweepKind::kRangeTest && !spec.has("optimizer.lr")) {
    note(arguments,
         fmt::format("note: no --lr: using {}, the usual one of {}; try lrsweep range-test",
                     core::number_text(core::lr(spec)), spec.text("optimizer.name")));
  }
}

}  // namespace

void declare_sweep_flags(options::options_description& table, core::SweepKind kind) {
  declare_spec_flags(table, kind);
  declare_placement_flags(table);
  table.add_options()("dry-run", "say what would happen, and stop")(
      "new", "start even if this spec is unfinished");
  declare_format(table);
}

core::Result<int> run_sweep_command(const Arguments& arguments, core::SweepKind kind) {
  const auto spec = spec_of(arguments, kind);
  if (!spec) return core::Failure(spec.error());
  const auto plan = make_plan(*spec, kind);
  if (!plan) return core::Failure(plan.error());
  say_rate(arguments, kind, *spec);
  if (arguments.count("dry-run") != 0) {
    return print(core::printable(plan->name) + ": " + plan->text + "\n").map([] { return 0; });
  }
  if (auto fresh = not_begun_before(arguments, kind, *spec); !fresh) {
    return core::Failure(fresh.error());
  }
  return run_to_the_end(arguments, *plan, std::nullopt);
}

}  // namespace lrsweep::cli
