#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <exception>

#include "core/text.hpp"
#include "sweep/cli/command.hpp"
#include "sweep/cli/common.hpp"
#include "sweep/cli/help.hpp"
#include "sweep/cli/parse.hpp"

namespace lrsweep::cli {
namespace {

std::vector<std::string> g_typed;

int report_error(const core::Error& error) {
  say(fmt::format("lrsweep: {}\n", error.message));
  return core::exit_code(error.kind);
}

core::Result<int> print_help(const std::string& text) {
  if (auto printed = print(text); !printed) return core::Failure(printed.error());
  return 0;
}

core::Result<int> dispatch(const std::vector<std::string>& typed) {
  if (typed.empty())
    return core::fail(core::ErrorKind::kUsage, "no command; lrsweep --help lists them");
  if (typed[0] == "--help" || typed[0] == "-h") return print_help(program_help());
  const bool version = typed[0] == "--version";
  const auto command = find_command(version ? "version" : typed[0]);
  if (!command) return core::Failure(command.error());
  const auto arguments = parse_arguments(**command, {typed.begin() + 1, typed.end()});
  if (!arguments) return core::Failure(arguments.error());
  if (arguments->count("help") != 0) return print_help(command_help(**command));
  return (*command)->run(*arguments);
}

}  // namespace

const std::vector<std::string>& typed_arguments() { return g_typed; }

int run_program(int argc, const char* const* argv) {
  // A closed pipe is seen by write(), not by dying.
  std::signal(SIGPIPE, SIG_IGN);
  // So is a file that may not grow any more (ulimit -f).
  std::signal(SIGXFSZ, SIG_IGN);
  g_typed.assign(argv + 1, argv + argc);
  try {
    const auto status = dispatch(g_typed);
    return status ? *status : report_error(status.error());
  } catch (const std::exception& error) {
    return report_error({core::ErrorKind::kInternal,
                         fmt::format("internal error: {}", core::printable(error.what()))});
  }
}

}  // namespace lrsweep::cli
