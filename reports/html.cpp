#include <array>
#include <span>
#include <string>
#include <string_view>

#include "core/json.hpp"
#include "core/text.hpp"
#include "reports/csp_hash.hpp"
#include "reports/escape.hpp"
#include "reports/page_files.hpp"
#include "reports/report.hpp"

namespace lrsweep::reports {
namespace {

// In the order in which they build on each other; one script element, so one hash.
constexpr std::array<std::string_view, 10> kScripts = {
    "dom.js",         "format.js",     "palette.js",        "model.js",    "chart_common.js",
    "chart_marks.js", "chart_loss.js", "chart_gradient.js", "sections.js", "page.js"};

std::string page_script() {
  std::string script = "(function () {\n\"use strict\";\n";
  for (const std::string_view name : kScripts) script += page_file(name);
  return script + "})();\n";
}

std::string policy(std::string_view style, std::string_view charts, std::string_view script) {
  return "default-src 'none'; script-src " + csp_hash(charts) + " " + csp_hash(script) +
         "; style-src " + csp_hash(style) + "; img-src data:; base-uri 'none'; form-action 'none'";
}

std::string page_title(const core::Json& report) {
  const std::string name = report.value(core::Json::json_pointer("/sweep/name"), std::string());
  return (name.empty() ? "range test" : core::printable(name)) + " · lrsweep";
}

struct Slot {
  std::string_view name;  // {{name}} in page.html
  std::string_view content;
};

std::string fill(std::string_view shell, std::span<const Slot> slots, std::size_t size) {
  std::string page;
  page.reserve(size);
  while (true) {
    const std::size_t open = shell.find("{{");
    page += shell.substr(0, open);
    if (open == std::string_view::npos) return page;
    const std::size_t close = shell.find("}}", open);
    const std::string_view name = shell.substr(open + 2, close - open - 2);
    for (const Slot& slot : slots) {
      if (slot.name == name) page += slot.content;
    }
    shell.remove_prefix(close + 2);
  }
}

}  // namespace

std::string to_html(const core::Json& report) {
  const std::string_view style = page_file("page.css");
  const std::string_view charts = page_file("echarts.min.js");
  const std::string script = page_script();
  const std::string data = json_for_script(core::dump(report));
  const std::string title = html_escaped(page_title(report));
  const std::string plain = html_escaped(to_text(report, {}));
  const std::string licence = html_escaped(page_file("LICENSE.txt"));
  const std::string allowed = policy(style, charts, script);
  const std::array<Slot, 8> slots = {{{"policy", allowed},
                                      {"title", title},
                                      {"style", style},
                                      {"plain", plain},
                                      {"licence", licence},
                                      {"data", data},
                                      {"charts", charts},
                                      {"script", script}}};
  return fill(page_file("page.html"), slots,
              charts.size() + script.size() + data.size() + plain.size() + (1U << 16U));
}

}  // namespace lrsweep::reports
