// A spec's JSON text taken apart into keys and values with their lines. For core/spec*.cpp only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lrsweep::core {

struct SpecFileEntry {
  std::string key;  // of the table
  std::string value_json;
  std::string where;  // "fmnist.json:7"
};

struct SpecFile {
  std::vector<SpecFileEntry> entries;
  // Whole lines: syntax, unknown keys with the nearest known one, keys given twice, sections that
  // are no objects.
  std::vector<std::string> problems;
};

// `name` stands for the file in messages. Comments are allowed.
[[nodiscard]] SpecFile read_spec_text(std::string_view text, std::string_view name);

}  // namespace lrsweep::core
