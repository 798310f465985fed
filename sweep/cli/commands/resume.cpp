#include <fmt/format.h>

#include "core/text.hpp"
#include "sweep/cli/commands/commands.hpp"
#include "sweep/cli/common.hpp"
#include "sweep/cli/spec_flags.hpp"
#include "sweep/cli/start_sweep.hpp"

namespace lrsweep::cli {
namespace {

void declare(options::options_description& table) {
  declare_placement_flags(table);
  table.add_options()("failed", "run the failed ones again, too")(
      "compat", text_value("PEER|all"), "also what other tools would say")(
      "dry-run", "say what would happen, and stop");
  declare_format(table);
}

core::Result<core::SweepRecord> sweep_to_resume(const Arguments& arguments) {
  const auto reader = storage::Reader::open(out_folder(arguments));
  if (!reader) return core::Failure(reader.error());
  if (const auto name = text_of(arguments, "sweep"); !name.empty()) return (*reader)->find(name);
  auto newest = (*reader)->newest_unfinished();
  if (!newest) return core::Failure(newest.error());
  if (*newest) return **newest;
  if (arguments.count("failed") != 0) return (*reader)->find("");
  return core::fail(
      core::ErrorKind::kUsage,
      fmt::format("nothing to resume in {}: every sweep has ended; lrsweep list shows "
                  "them",
                  out_folder(arguments).string()));
}

// The frozen spec, with the placement that was asked for now.
core::Result<core::Spec> frozen_spec(const Arguments& arguments, const core::SweepRecord& sweep) {
  core::SpecBuilder builder;
  builder.add_text(sweep.spec_json, fmt::format("the spec of sweep {}", sweep.id.value));
  add_placement_flags(arguments, builder);
  return builder.build();
}

core::Result<int> run(const Arguments& arguments) {
  const auto sweep = sweep_to_resume(arguments);
  if (!sweep) return core::Failure(sweep.error());
  const bool again = arguments.count("failed") != 0;
  if (sweep->state == core::SweepState::kComplete && !again) {
    note(arguments,
         fmt::format("sweep {} is complete: nothing to resume; lrsweep report {} shows it",
                     sweep->id.value, sweep->id.value));
    return 0;
  }
  const auto spec = frozen_spec(arguments, *sweep);
  if (!spec) return core::Failure(spec.error());
  auto plan = make_plan(*spec, sweep->kind);
  if (!plan) return core::Failure(plan.error());
  plan->name = sweep->name;
  if (arguments.count("dry-run") != 0) {
    if (auto done = print(fmt::format("resume sweep {}: {}\n", sweep->id.value, plan->text));
        !done) {
      return core::Failure(done.error());
    }
    return 0;
  }
  return run_to_the_end(arguments, *plan, sweep->id);
}

}  // namespace

Command resume_command() {
  return {.name = "resume",
          .summary = "Continue a sweep: finished runs are kept, the rest runs",
          .usage = "[SWEEP] [options]",
          .examples =
              "  lrsweep resume                  the newest unfinished sweep\n"
              "  lrsweep resume 7 --devices cuda:1-3\n"
              "  lrsweep resume 7 --failed       failed runs again\n",
          .positional = {"sweep"},
          .declare = declare,
          .run = run};
}

}  // namespace lrsweep::cli
