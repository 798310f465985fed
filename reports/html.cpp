#include <array>
#include <string>
#include <string_view>

#include "core/json.hpp"
#include "reports/page_builder.hpp"
#include "reports/report.hpp"

namespace lrsweep::reports {
namespace {

constexpr std::array<std::string_view, 12> kScripts = {
    "dom.js",          "format.js",      "palette.js",    "model.js",
    "chart_common.js", "chart_marks.js", "chart_loss.js", "chart_gradient.js",
    "chart_lines.js",  "sections.js",    "training.js",   "page.js"};

std::string page_title(const core::Json& report) {
  const std::string name = report.value(core::Json::json_pointer("/sweep/name"), std::string());
  return (name.empty() ? "sweep" : name) + " · lrsweep";
}

}  // namespace

std::string to_html(const core::Json& report) {
  return build_page({.shell = "page.html",
                     .scripts = kScripts,
                     .title = page_title(report),
                     .plain = to_text(report, {})},
                    report);
}

}  // namespace lrsweep::reports
