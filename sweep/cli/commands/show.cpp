#include <fmt/format.h>

#include "core/json.hpp"
#include "core/text.hpp"
#include "sweep/cli/commands/commands.hpp"
#include "sweep/cli/common.hpp"
#include "sweep/cli/sweep_text.hpp"

namespace lrsweep::cli {
namespace {

void declare(options::options_description& table) { declare_format(table); }

std::string attempt_line(const core::RunSnapshot& run, const core::AttemptRecord& attempt) {
  std::string line =
      fmt::format("seed {}, attempt {}: {}, {:.1f} s on {}, log {}", run.run.repeat, attempt.number,
                  attempt.cause ? to_text(*attempt.cause) : "running", attempt.seconds,
                  attempt.devices_json, attempt.log_path);
  if (!attempt.message.empty()) line += "\n    " + attempt.message;
  return line;
}

std::string story(const core::Snapshot& snapshot) {
  std::string out = headline(snapshot) + "\n";
  out += fmt::format("created {}{}\n\n", core::printable(snapshot.sweep.created_utc),
                     snapshot.sweep.finished_utc
                         ? ", finished " + core::printable(*snapshot.sweep.finished_utc)
                         : "");
  out += runs_table(snapshot);
  out += "\nattempts\n";
  for (const auto& trial : snapshot.trials) {
    for (const auto& run : trial.runs) {
      for (const auto& attempt : run.attempts) {
        std::string line = attempt_line(run, attempt);
        const auto cut = line.find("\n    ");
        out += "  " + core::printable(line.substr(0, cut)) + "\n";
        if (cut != std::string::npos) out += "    " + core::printable(line.substr(cut + 5)) + "\n";
      }
    }
  }
  if (!snapshot.events.empty()) out += "\nevents\n";
  for (const auto& event : snapshot.events) {
    out +=
        core::printable(fmt::format("  {}  {}  {}", event.at_utc, event.kind, event.detail_json)) +
        "\n";
  }
  return out;
}

core::Result<void> print_story(const Arguments& arguments) {
  const auto found = find_sweep(arguments);
  if (!found) return core::Failure(found.error());
  const auto snapshot = take_snapshot(*found);
  if (!snapshot) return core::Failure(snapshot.error());
  return print(story(*snapshot));
}

core::Result<void> print_report(const Arguments& arguments) {
  const auto report = find_report(arguments);
  if (!report) return core::Failure(report.error());
  return print_json(*report);
}

core::Result<int> run(const Arguments& arguments) {
  const auto json = wants_json(arguments);
  if (!json) return core::Failure(json.error());
  const auto printed = *json ? print_report(arguments) : print_story(arguments);
  if (!printed) return core::Failure(printed.error());
  return 0;
}

}  // namespace

Command show_command() {
  return {.name = "show",
          .summary = "A sweep's story: runs, attempts with their causes, every decision",
          .usage = "[SWEEP] [--format json]",
          .examples = "  lrsweep show\n  lrsweep show 7 --format json\n",
          .positional = {"sweep"},
          .declare = declare,
          .run = run};
}

}  // namespace lrsweep::cli
