// A spec's JSON text taken apart into keys and values with their lines. For core/spec*.cpp only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lrsweep::core {

struct SpecFileEntry {
  std::string key;  // of the table
  std::string value_json;
  int line = 1;
};

struct SpecFileProblem {
  int line = 1;
  std::string text;
};

struct SpecFile {
  std::vector<SpecFileEntry> entries;
  // Syntax, unknown keys with the nearest known one, keys given twice, sections that
  // are no objects.
  std::vector<SpecFileProblem> problems;
};

// Comments are allowed.
[[nodiscard]] SpecFile read_spec_text(std::string_view text);

}  // namespace lrsweep::core
