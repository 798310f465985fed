#include <cctype>
#include <string>

#include <fmt/format.h>

#include "core/spec_table.hpp"
#include "core/spec_value.hpp"

namespace lrsweep::core {
namespace {

// "|" would end a cell of the table.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

std::string unit_text(const SpecKey& key) {
  const bool said = key.unit.empty() || key.type == SpecType::kSeconds;
  return said ? "" : fmt::format(" ({})", key.unit);
}

}  // namespace

std::string spec_table_markdown() {
  std::string out =
      "# The spec\n\n"
      "One JSON object (comments allowed) describes what is trained: `--config FILE`. Every key "
      "can "
      "be set\n"
      "by `--set KEY=VALUE` too: by its path, by the last part of it where that is unique, or, for "
      "a `.name`,\n"
      "by its section. Later settings win. Made from the table in `core/spec_table.cpp`; `lrsweep "
      "help-spec`\n"
      "prints the same.\n\n"
      "| key | default | allowed | meaning |\n|---|---|---|---|\n";
  for (const SpecKey& key : spec_table()) {
    out += fmt::format("| `{}` | `{}` | {}{} | {} |\n", key.key, cell(key.default_json),
                       cell(allowed_text(key)), unit_text(key), cell(key.help));
  }
  return out;
}

std::string spec_table_text() {
  std::string out;
  for (const SpecKey& key : spec_table()) {
    out += fmt::format("{} = {}\n    {}\n    allowed: {}{}\n", key.key, key.default_json, key.help,
                       allowed_text(key), unit_text(key));
  }
  return out;
}

}  // namespace lrsweep::core
