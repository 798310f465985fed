#include "core/spec_table.hpp"
#include "sweep/cli/commands/commands.hpp"
#include "sweep/cli/common.hpp"

namespace lrsweep::cli {
namespace {

void declare(options::options_description& table) {
  table.add_options()("markdown", "as Markdown (docs/spec.md)");
}

core::Result<int> run(const Arguments& arguments) {
  const bool markdown = arguments.count("markdown") != 0;
  const auto printed = print(markdown ? core::spec_table_markdown() : core::spec_table_text());
  if (!printed) return core::Failure(printed.error());
  return 0;
}

}  // namespace

Command help_spec_command() {
  return {.name = "help-spec",
          .summary = "Every key of the spec: default, allowed values, meaning",
          .usage = "[--markdown]",
          .examples = "  lrsweep help-spec | grep lr\n",
          .positional = {},
          .declare = declare,
          .run = run};
}

}  // namespace lrsweep::cli
