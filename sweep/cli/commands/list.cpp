#include <fmt/format.h>

#include "core/json.hpp"
#include "sweep/cli/commands/commands.hpp"
#include "sweep/cli/common.hpp"

namespace lrsweep::cli {
namespace {

void declare(options::options_description& table) { declare_format(table); }

core::Json to_json(const std::vector<storage::SweepSummary>& sweeps) {
  core::Json list = core::Json::array();
  for (const auto& one : sweeps) {
    list.push_back({{"id", one.sweep.id.value},
                    {"name", one.sweep.name},
                    {"kind", to_text(one.sweep.kind)},
                    {"state", to_text(one.sweep.state)},
                    {"trials", one.trials},
                    {"runs", one.runs},
                    {"complete", one.complete},
                    {"failed", one.failed},
                    {"created_utc", one.sweep.created_utc},
                    {"finished_utc", one.sweep.finished_utc ? core::Json(*one.sweep.finished_utc)
                                                            : core::Json(nullptr)}});
  }
  return list;
}

std::string to_text(const std::vector<storage::SweepSummary>& sweeps) {
  std::vector<std::vector<std::string>> rows{
      {"id", "name", "kind", "state", "runs", "done", "failed", "created"}};
  for (const auto& one : sweeps) {
    rows.push_back({std::to_string(one.sweep.id.value), one.sweep.name,
                    std::string(core::to_text(one.sweep.kind)),
                    std::string(core::to_text(one.sweep.state)), std::to_string(one.runs),
                    std::to_string(one.complete), std::to_string(one.failed),
                    one.sweep.created_utc.substr(0, 19)});
  }
  return text_table(rows);
}

core::Result<int> run(const Arguments& arguments) {
  const auto json = wants_json(arguments);
  if (!json) return core::Failure(json.error());
  const auto reader = storage::Reader::open(out_folder(arguments));
  if (!reader) return core::Failure(reader.error());
  const auto sweeps = (*reader)->list();
  if (!sweeps) return core::Failure(sweeps.error());
  const auto printed = *json ? print_json(to_json(*sweeps)) : print(to_text(*sweeps));
  if (!printed) return core::Failure(printed.error());
  return 0;
}

}  // namespace

Command list_command() {
  return {.name = "list",
          .summary = "All sweeps in the output folder, newest first",
          .usage = "[--format json]",
          .examples = "  lrsweep list\n  lrsweep list --out /data/sweeps --format json\n",
          .positional = {},
          .declare = declare,
          .run = run};
}

}  // namespace lrsweep::cli
