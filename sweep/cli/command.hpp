// A command of the program: a name, a table of options, what it does. The registry (commands.cpp)
// is the one list; --help, the dispatch and the near misses come from it.
#pragma once

#include <boost/program_options.hpp>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace lrsweep::cli {

namespace options = boost::program_options;

// What a command sees of its arguments: declared options with their values.
using Arguments = options::variables_map;

struct Command {
  std::string_view name;      // "range-test"
  std::string_view summary;   // one line
  std::string_view usage;     // after "lrsweep range-test": "[SWEEP] [options]"
  std::string_view examples;  // lines, each a command with a comment
  // Names of positional arguments in order ("sweep"); each is a string option of that name.
  std::vector<std::string_view> positional;
  void (*declare)(options::options_description& table);
  // Exit status, or an error that main prints and turns into one.
  core::Result<int> (*run)(const Arguments& arguments);
};

// Every command, in the order of `lrsweep help`.
[[nodiscard]] std::span<const Command> commands();

// Command line as typed, for reports ("Run it again").
[[nodiscard]] const std::vector<std::string>& typed_arguments();

// The program: parses, dispatches, prints errors; returns the exit status. Never throws.
[[nodiscard]] int run_program(int argc, const char* const* argv);

}  // namespace lrsweep::cli
