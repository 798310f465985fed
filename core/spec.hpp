// The spec: one JSON object that describes a run, every key known to one table (spec_table.hpp).
//
// A Spec is always whole and valid: every key of the table has a value of its type within its
// range, its default where the user gave none. Keys are dotted paths ("optimizer.lr").
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/json_fwd.hpp"
#include "core/result.hpp"

namespace lrsweep::core {

class Spec {
 public:
  Spec();  // all defaults
  Spec(const Spec&);
  Spec(Spec&&) noexcept;
  Spec& operator=(const Spec&);
  Spec& operator=(Spec&&) noexcept;
  ~Spec();

  // False where the key's value is null (its default depends on something else, or it is off).
  [[nodiscard]] bool has(std::string_view key) const;

  // The value of a key of that type. Asking for a key that the table lacks, for another type, or
  // for a null is a bug and aborts: check has() first where null is allowed.
  [[nodiscard]] bool flag(std::string_view key) const;
  [[nodiscard]] std::int64_t integer(std::string_view key) const;
  [[nodiscard]] double number(std::string_view key) const;
  [[nodiscard]] std::string text(std::string_view key) const;
  [[nodiscard]] std::vector<std::int64_t> integers(std::string_view key) const;
  // Of any type; null where has() is false.
  [[nodiscard]] const Json& json(std::string_view key) const;

  // Nested, every key in the table's order, nulls included: what is frozen in the database.
  [[nodiscard]] std::string to_json() const;
  [[nodiscard]] const Json& document() const;

  // SHA-256 (hex) of to_json() without `name` and the keys that only say where and how long runs
  // are placed (SpecKey::placement): two sweeps with the same hash train the same.
  [[nodiscard]] std::string sha256() const;

 private:
  friend class SpecBuilder;
  std::unique_ptr<Json> document_;
};

// Collects what the user said, from files and flags in that order (later wins), and resolves it.
// Problems are gathered, not thrown: build() reports all of them at once, one line each.
class SpecBuilder {
 public:
  // A JSON file; comments are allowed. Problems name file and line ("fmnist.json:7: …").
  void add_file(const std::filesystem::path& path);
  // The same from memory; `where` stands for the file's name.
  void add_text(std::string_view text, std::string_view where);
  // One key by its dotted path or its short name (last part, where unique), as a flag gives it:
  // value text "0.1", "1e-4", "true", "null", "[16, 32]", "cnn"; `where` names the flag ("--lr").
  void set(std::string_view key, std::string_view value, std::string_view where);

  // The whole spec, or a kUsage error with a line for each problem: place, key, value, what is
  // allowed, the nearest known key.
  [[nodiscard]] Result<Spec> build() const;

 private:
  struct Entry {
    std::string key;
    std::string value_json;
    std::string where;
  };
  // Puts an entry's value in canonical form and keeps it, or returns the problem with it.
  [[nodiscard]] std::optional<std::string> keep(Entry entry);

  std::vector<Entry> entries_;
  std::set<std::string, std::less<>> wrong_;  // keys that were given a value that is not allowed
  std::vector<std::string> problems_;
};

// A spec as to_json() wrote it (from the database, from a RunCommand).
[[nodiscard]] Result<Spec> parse_spec(std::string_view json, std::string_view where);

// The full path of a key, a short name (last part, where unique) or a section with a name
// ("optimizer" is optimizer.name). The error names the nearest known key, or the several that a
// short name stands for.
[[nodiscard]] Result<std::string> resolve_key(std::string_view key);

}  // namespace lrsweep::core
