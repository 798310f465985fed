#include "reports/page_builder.hpp"

#include <array>

#include "core/json.hpp"
#include "core/text.hpp"
#include "reports/csp_hash.hpp"
#include "reports/escape.hpp"
#include "reports/page_files.hpp"

namespace lrsweep::reports {
namespace {

// One script element, so one hash.
std::string page_script(std::span<const std::string_view> names) {
  std::string script = "(function () {\n\"use strict\";\n";
  for (const std::string_view name : names) script += page_file(name);
  return script + "})();\n";
}

std::string policy(std::string_view style, std::string_view charts, std::string_view script) {
  return "default-src 'none'; script-src " + csp_hash(charts) + " " + csp_hash(script) +
         "; style-src " + csp_hash(style) + "; img-src data:; base-uri 'none'; form-action 'none'";
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

std::string build_page(const PageParts& parts, const core::Json& data) {
  const std::string_view style = page_file("page.css");
  const std::string_view charts = page_file("echarts.min.js");
  const std::string script = page_script(parts.scripts);
  const std::string json = json_for_script(core::dump(data));
  const std::string title = html_escaped(core::printable(parts.title));
  const std::string plain = html_escaped(parts.plain);
  const std::string licence = html_escaped(page_file("LICENSE.txt"));
  const std::string allowed = policy(style, charts, script);
  const std::array<Slot, 8> slots = {{{"policy", allowed},
                                      {"title", title},
                                      {"style", style},
                                      {"plain", plain},
                                      {"licence", licence},
                                      {"data", json},
                                      {"charts", charts},
                                      {"script", script}}};
  return fill(page_file(parts.shell), slots,
              charts.size() + script.size() + json.size() + plain.size() + (1U << 16U));
}

}  // namespace lrsweep::reports
