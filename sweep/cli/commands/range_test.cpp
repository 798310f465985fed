#include <fmt/format.h>

#include "core/text.hpp"
#include "sweep/cli/commands/commands.hpp"
#include "sweep/cli/common.hpp"
#include "sweep/cli/compat_text.hpp"
#include "sweep/cli/spec_flags.hpp"
#include "sweep/cli/start_sweep.hpp"

namespace lrsweep::cli {
namespace {

void declare(options::options_description& table) {
  declare_spec_flags(table);
  declare_placement_flags(table);
  table.add_options()("compat", text_value("PEER|all"),
                      "also what fastai, lightning, torch-lr-finder, ignite would say")(
      "dry-run", "say what would happen, and stop")("new", "start even if this spec is unfinished");
  declare_format(table);
}

// An unfinished sweep of this very spec is resumed, not started again, unless --new.
core::Result<void> not_begun_before(const Arguments& arguments, const core::Spec& spec) {
  if (arguments.count("new") != 0) return {};
  const auto reader = storage::Reader::open(out_folder(arguments));
  if (!reader)
    return {};  // no database yet; other trouble is met and told when it is opened to write
  const auto sweeps = (*reader)->list();
  if (!sweeps) return core::Failure(sweeps.error());
  for (const auto& one : *sweeps) {
    const bool unfinished = one.sweep.state == core::SweepState::kRunning ||
                            one.sweep.state == core::SweepState::kInterrupted;
    if (!unfinished || one.sweep.spec_sha256 != spec.sha256()) continue;
    const auto id = one.sweep.id.value;
    return core::fail(
        core::ErrorKind::kUsage,
        fmt::format("sweep {} has this spec, {} of {} done: lrsweep resume {}, or --new", id,
                    one.complete, spec.integer("range_test.seeds"), id));
  }
  return {};
}

core::Result<int> run(const Arguments& arguments) {
  core::SpecBuilder builder;
  add_spec_flags(arguments, builder);
  add_placement_flags(arguments, builder);
  const auto spec = builder.build();
  if (!spec) return core::Failure(spec.error());
  if (auto known = check_peer(text_of(arguments, "compat")); !known) {
    return core::Failure(known.error());
  }
  const auto plan = make_plan(*spec);
  if (!plan) return core::Failure(plan.error());
  if (spec->has("optimizer.lr")) {
    note(arguments, "note: a range test tries its own rates; optimizer.lr is not used");
  }
  if (arguments.count("dry-run") != 0) {
    if (auto done = print(core::printable(plan->name) + ": " + plan->text + "\n"); !done) {
      return core::Failure(done.error());
    }
    return 0;
  }
  if (auto fresh = not_begun_before(arguments, *spec); !fresh) return core::Failure(fresh.error());
  return run_to_the_end(arguments, *plan, std::nullopt);
}

}  // namespace

Command range_test_command() {
  return {.name = "range-test",
          .summary = "Find a learning rate: raise it until the loss diverges, with several seeds",
          .usage = "[options]",
          .examples =
              "  lrsweep range-test --data fashion-mnist --model cnn\n"
              "  lrsweep range-test --config my.json --seeds 5 --devices cpu:2\n"
              "  lrsweep range-test --optimizer adamw --precision bf16 --set model.hidden=256,128\n"
              "  lrsweep range-test --data /data/my-idx-folder --compat all\n",
          .positional = {},
          .declare = declare,
          .run = run};
}

}  // namespace lrsweep::cli
