#include "sweep/cli/help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "sweep/cli/parse.hpp"

namespace lrsweep::cli {

std::string program_help() {
  std::string out =
      "lrsweep finds learning rates for models trained data-parallel on several devices.\n\n"
      "usage: lrsweep COMMAND [options]\n\ncommands:\n";
  for (const Command& command : commands()) {
    out += fmt::format("  {:<12}{}\n", command.name, command.summary);
  }
  out +=
      "\nexamples:\n"
      "  lrsweep range-test --data fashion-mnist --model cnn   which learning rate?\n"
      "  lrsweep report                                        look at the newest sweep\n"
      "  lrsweep suggest curve.csv --compat all                a curve from another tool\n\n"
      "lrsweep COMMAND --help says more. Results are kept in --out DIR (or LRSWEEP_OUT; default\n"
      "./lrsweep-out).\n\n"
      "exit status: 0 done · 1 internal error · 2 usage or spec · 3 some runs failed · 4 no "
      "suggestion ·\n"
      "5 data · 6 storage · 7 no device · 130, 143 interrupted\n";
  return out;
}

std::string command_help(const Command& command) {
  std::ostringstream table;
  table << options_of(command);
  return fmt::format("{}.\n\nusage: lrsweep {}{}{}\n\n{}\nexamples:\n{}", command.summary,
                     command.name, command.usage.empty() ? "" : " ", command.usage, table.str(),
                     command.examples);
}

}  // namespace lrsweep::cli
