// From argv to a command and its arguments; what is wrong is said in one line with the nearest
// name.
#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"
#include "sweep/cli/command.hpp"

namespace lrsweep::cli {

// The options of a command with the ones that all have (--out, --help …).
[[nodiscard]] options::options_description options_of(const Command& command);

// Nothing where the name is not a command's: the error names the nearest.
[[nodiscard]] core::Result<const Command*> find_command(std::string_view name);

// Arguments after the command's name. Errors (kUsage): unknown option with the nearest, a missing
// or malformed value, too many positional arguments.
[[nodiscard]] core::Result<Arguments> parse_arguments(const Command& command,
                                                      const std::vector<std::string>& arguments);

}  // namespace lrsweep::cli
