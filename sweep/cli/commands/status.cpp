#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include "core/json.hpp"
#include "sweep/cli/commands/commands.hpp"
#include "sweep/cli/common.hpp"
#include "sweep/cli/sweep_text.hpp"

namespace lrsweep::cli {
namespace {

constexpr int kRefreshMilliseconds = 1000;
constexpr const char* kClearScreen = "\x1b[H\x1b[2J";

void declare(options::options_description& table) {
  table.add_options()("watch", "show it again every second until it ends");
  declare_format(table);
}

std::string writer_line(const Arguments& arguments, core::SweepState state) {
  const auto writer = storage::current_writer(out_folder(arguments));
  if (writer) return fmt::format("worked on by pid {} on {}\n", writer->pid, writer->host);
  if (state == core::SweepState::kComplete) return "";
  return "nobody works on it; lrsweep resume continues\n";
}

core::Result<bool> show_once(const Arguments& arguments, bool json, bool clear) {
  const auto found = find_sweep(arguments);
  if (!found) return core::Failure(found.error());
  const auto snapshot = take_snapshot(*found);
  if (!snapshot) return core::Failure(snapshot.error());
  const auto printed =
      json ? print_json(status_json(*snapshot))
           : print((clear ? kClearScreen : "") + headline(*snapshot) + "\n" +
                   writer_line(arguments, snapshot->sweep.state) + runs_table(*snapshot));
  if (!printed) return core::Failure(printed.error());
  return snapshot->sweep.state == core::SweepState::kRunning;
}

core::Result<int> run(const Arguments& arguments) {
  const auto json = wants_json(arguments);
  if (!json) return core::Failure(json.error());
  const bool watch = arguments.count("watch") != 0;
  for (;;) {
    const auto running = show_once(arguments, *json, watch && is_terminal(STDOUT_FILENO));
    if (!running) return core::Failure(running.error());
    if (!watch || !*running) return 0;
    ::poll(nullptr, 0, kRefreshMilliseconds);
  }
}

}  // namespace

Command status_command() {
  return {.name = "status",
          .summary = "How far a sweep is: its runs, their devices, who works on it",
          .usage = "[SWEEP] [--watch]",
          .examples = "  lrsweep status --watch\n  lrsweep status 7 --format json\n",
          .positional = {"sweep"},
          .declare = declare,
          .run = run};
}

}  // namespace lrsweep::cli
