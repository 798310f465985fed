#include "sweep/cli/help.hpp"
#include "sweep/cli/commands/commands.hpp"
#include "sweep/cli/common.hpp"
#include "sweep/cli/parse.hpp"

namespace lrsweep::cli {
namespace {

void declare(options::options_description&) {}

core::Result<int> run(const Arguments& arguments) {
  std::string text = program_help();
  if (const auto name = text_of(arguments, "command"); !name.empty()) {
    const auto command = find_command(name);
    if (!command) return core::Failure(command.error());
    text = command_help(**command);
  }
  if (auto printed = print(text); !printed) return core::Failure(printed.error());
  return 0;
}

}  // namespace

Command help_command() {
  return {.name = "help",
          .summary = "How to use lrsweep, or one of its commands",
          .usage = "[COMMAND]",
          .examples = "  lrsweep help range-test\n",
          .positional = {"command"},
          .declare = declare,
          .run = run};
}

}  // namespace lrsweep::cli
