// `lrsweep --help` and `lrsweep COMMAND --help`, made from the table of commands and their options.
#pragma once

#include <string>

#include "sweep/cli/command.hpp"

namespace lrsweep::cli {

[[nodiscard]] std::string program_help();
[[nodiscard]] std::string command_help(const Command& command);

}  // namespace lrsweep::cli
