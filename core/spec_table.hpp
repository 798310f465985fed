// The one table of spec keys: it checks specs, makes `lrsweep help-spec` and docs/spec.md.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lrsweep::core {

enum class SpecType {
  kFlag,
  kInteger,
  kNumber,
  kText,
  kIntegers,
  kSeconds,
  kDuration,   // on the training axis: 100 (updates), "2ep", "5%"
  kDurations,  // a list of them
  kJson,       // checked where it is used
};

struct SpecKey {
  std::string_view key = {};  // "optimizer.lr"
  SpecType type = SpecType::kText;
  std::string_view default_json = {};  // "null" where it depends; `help` says on what
  std::optional<double> low = {};      // numbers, integers, seconds, and each of a list
  bool low_is_open = false;            // (low, … instead of [low, …
  std::optional<double> high = {};
  std::string_view choices = {};  // "sgd|adamw" for text with fixed choices, else ""
  bool nullable = false;
  bool placement = false;      // left out of the frozen hash
  bool long_only = false;      // its last part alone does not stand for it
  std::string_view unit = {};  // "updates", "samples", "share", ""
  std::string_view help = {};  // one sentence
};

[[nodiscard]] std::span<const SpecKey> spec_table();
[[nodiscard]] const SpecKey* find_spec_key(std::string_view key);  // full path; null if unknown

// The table as Markdown (docs/spec.md is this, a test compares) and as plain text for a terminal.
[[nodiscard]] std::string spec_table_markdown();
[[nodiscard]] std::string spec_table_text();

}  // namespace lrsweep::core
