#include "sweep/cli/doctor.hpp"

#include "core/json.hpp"
#include "sweep/cli/commands/commands.hpp"
#include "sweep/cli/common.hpp"

namespace lrsweep::cli {
namespace {

void declare(options::options_description& table) { declare_format(table); }

core::Json to_json(const std::vector<Finding>& findings) {
  core::Json list = core::Json::array();
  for (const auto& one : findings) {
    list.push_back({{"what", one.what}, {"ok", one.ok}, {"found", one.found}});
  }
  return list;
}

std::string to_text(const std::vector<Finding>& findings) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& one : findings) rows.push_back({one.ok ? "ok" : "PROBLEM", one.what, one.found});
  return text_table(rows);
}

core::Result<int> run(const Arguments& arguments) {
  const auto json = wants_json(arguments);
  if (!json) return core::Failure(json.error());
  const auto findings = examine(out_folder(arguments));
  const auto printed = *json ? print_json(to_json(findings)) : print(to_text(findings));
  if (!printed) return core::Failure(printed.error());
  bool all_well = true;
  for (const auto& one : findings) all_well = all_well && one.ok;
  return all_well ? 0 : 1;
}

}  // namespace

Command doctor_command() {
  return {.name = "doctor",
          .summary = "Check machine, workers, data and database, and say what to do",
          .usage = "[--format json]",
          .examples = "  lrsweep doctor\n  lrsweep doctor --out /data/sweeps\n",
          .positional = {},
          .declare = declare,
          .run = run};
}

}  // namespace lrsweep::cli
