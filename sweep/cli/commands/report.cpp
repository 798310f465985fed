#include <algorithm>

#include "core/json.hpp"
#include "sweep/cli/commands/commands.hpp"
#include "sweep/cli/common.hpp"

namespace lrsweep::cli {
namespace {

void declare(options::options_description& table) {
  const auto file = [] { return text_value("FILE"); };
  table.add_options()("html", file(), "write the page there (- for stdout)")(
      "json", file(), "write the JSON report there (- for stdout)")(
      "csv", file(), "write one row a rung there (- for stdout)");
  declare_format(table);
}

// Writes each form that was asked for; true if there was one.
core::Result<bool> write_files(const Arguments& arguments, const core::Json& report) {
  bool any = false;
  const auto write = [&](const char* name, auto render) -> core::Result<void> {
    if (arguments.count(name) == 0) return {};
    any = true;
    return write_output(text_of(arguments, name), render());
  };
  if (auto done = write("html", [&] { return reports::to_html(report); }); !done) {
    return core::Failure(done.error());
  }
  if (auto done = write("json", [&] { return core::dump(report, 2) + "\n"; }); !done) {
    return core::Failure(done.error());
  }
  if (auto done = write("csv", [&] { return reports::to_csv(report); }); !done) {
    return core::Failure(done.error());
  }
  return any;
}

core::Result<int> run(const Arguments& arguments) {
  const auto json = wants_json(arguments);
  if (!json) return core::Failure(json.error());
  const auto report = find_report(arguments);
  if (!report) return core::Failure(report.error());
  const auto written = write_files(arguments, *report);
  if (!written) return core::Failure(written.error());
  if (*written) return 0;
  const auto printed =
      *json ? print_json(*report) : print(reports::to_text(*report, text_style(arguments)));
  if (!printed) return core::Failure(printed.error());
  return 0;
}

}  // namespace

Command report_command() {
  return {.name = "report",
          .summary = "A sweep's report: text, or a page, JSON, CSV in files",
          .usage = "[SWEEP] [--html FILE] [--json FILE] [--csv FILE]",
          .examples =
              "  lrsweep report                      the newest sweep, as text\n"
              "  lrsweep report 7 --html seven.html  one offline page\n"
              "  lrsweep report --json - | jq .suggestion.lr\n",
          .positional = {"sweep"},
          .declare = declare,
          .run = run};
}

}  // namespace lrsweep::cli
