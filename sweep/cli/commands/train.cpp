#include "sweep/cli/commands/commands.hpp"
#include "sweep/cli/sweep_command.hpp"

namespace lrsweep::cli {
namespace {

void declare(options::options_description& table) {
  declare_sweep_flags(table, core::SweepKind::kTrain);
}

core::Result<int> run(const Arguments& arguments) {
  return run_sweep_command(arguments, core::SweepKind::kTrain);
}

}  // namespace

Command train_command() {
  return {
      .name = "train",
      .summary = "Train one model: schedule, validation, checkpoints, weights to keep",
      .usage = "[options]",
      .examples =
          "  lrsweep train --lr 0.1 --epochs 5 --schedule one_cycle\n"
          "  lrsweep train --lr 0.1 --epochs 5 --final --save last   all samples, then one test\n"
          "  lrsweep train --data d.csv --label y --model mlp --optimizer adamw --patience 5\n"
          "  lrsweep train --schedule '{\"name\": \"step\", \"every\": \"2ep\"}' --epochs 6\n",
      .positional = {},
      .declare = declare,
      .run = run};
}

}  // namespace lrsweep::cli
