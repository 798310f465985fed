#include "reports/schedule_page.hpp"

#include <array>
#include <string_view>

#include "core/json.hpp"
#include "reports/page_builder.hpp"

namespace lrsweep::reports {
namespace {

constexpr std::array<std::string_view, 6> kScripts = {
    "dom.js", "format.js", "palette.js", "chart_common.js", "chart_lines.js", "schedule.js"};

core::Json json_of(const ScheduleSeries& series) {
  core::Json momentum = core::Json::array();
  for (const auto& value : series.momentum) momentum.push_back(core::json_number(value));
  return {{"name", series.name}, {"lr", series.lr}, {"momentum", momentum}};
}

}  // namespace

std::string schedule_page(const SchedulePreview& preview, const std::string& plain) {
  core::Json data{{"series", core::Json::array()},
                  {"updates_per_epoch", preview.updates_per_epoch}};
  for (const auto& series : preview.series) data["series"].push_back(json_of(series));
  return build_page({.shell = "schedule.html",
                     .scripts = kScripts,
                     .title = "schedules · lrsweep",
                     .plain = plain},
                    data);
}

}  // namespace lrsweep::reports
