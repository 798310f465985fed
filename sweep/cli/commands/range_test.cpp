#include "sweep/cli/commands/commands.hpp"
#include "sweep/cli/common.hpp"
#include "sweep/cli/compat_text.hpp"
#include "sweep/cli/sweep_command.hpp"

namespace lrsweep::cli {
namespace {

void declare(options::options_description& table) {
  declare_sweep_flags(table, core::SweepKind::kRangeTest);
  table.add_options()("compat", text_value("PEER|all"),
                      "also what fastai, lightning, torch-lr-finder, ignite would say");
}

core::Result<int> run(const Arguments& arguments) {
  if (auto known = check_peer(text_of(arguments, "compat")); !known) {
    return core::Failure(known.error());
  }
  return run_sweep_command(arguments, core::SweepKind::kRangeTest);
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
