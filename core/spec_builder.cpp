#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/files.hpp"
#include "core/json.hpp"
#include "core/spec.hpp"
#include "core/spec_checks.hpp"
#include "core/spec_document.hpp"
#include "core/spec_file.hpp"
#include "core/spec_table.hpp"
#include "core/spec_value.hpp"
#include "core/text.hpp"

namespace lrsweep::core {
namespace {

constexpr std::size_t kLargestFile = 1U << 20U;

std::string_view short_name(std::string_view key) { return key.substr(key.rfind('.') + 1); }

std::vector<std::string_view> keys_with_short_name(std::string_view name) {
  std::vector<std::string_view> keys;
  for (const SpecKey& row : spec_table()) {
    if (short_name(row.key) == name && !row.long_only) keys.push_back(row.key);
  }
  return keys;
}

std::string joined(const std::vector<std::string>& lines) {
  return fmt::format("{}", fmt::join(lines, "\n"));
}

// Where each key was last set; a check between keys names the first of its two that was.
using Places = std::map<std::string, std::string, std::less<>>;

std::string place_of(const SpecCheck& check, const Places& places) {
  for (const auto key : {check.key, check.other_key}) {
    if (const auto found = places.find(key); found != places.end()) return found->second + ": ";
  }
  return "";
}

}  // namespace

Result<std::string> resolve_key(std::string_view key) {
  if (find_spec_key(key) != nullptr) return std::string(key);
  if (const auto name = fmt::format("{}.name", key); find_spec_key(name) != nullptr) return name;
  const auto matches = keys_with_short_name(key);
  if (matches.size() == 1) return std::string(matches.front());
  if (matches.size() > 1) {
    return fail(ErrorKind::kUsage, fmt::format("{} is short for several keys: {}",
                                               core::quoted(key), fmt::join(matches, ", ")));
  }
  std::vector<std::string_view> known;
  for (const SpecKey& row : spec_table()) known.push_back(row.key);
  const std::string near = nearest(key, known);
  return fail(ErrorKind::kUsage, fmt::format("unknown key {}; {}", core::quoted(key),
                                             near.empty() ? "lrsweep help-spec lists the keys"
                                                          : fmt::format("did you mean {}?", near)));
}

void SpecBuilder::add_file(const std::filesystem::path& path) {
  const auto text = read_file(path, kLargestFile, ErrorKind::kUsage);
  if (!text) {
    problems_.push_back(text.error().message);
    return;
  }
  add_text(*text, printable(path.string()));
}

void SpecBuilder::add_text(std::string_view text, std::string_view where) {
  SpecFile file = read_spec_text(text);
  auto problems = std::move(file.problems);
  for (auto& entry : file.entries) {
    auto place = fmt::format("{}:{}", where, entry.line);
    auto problem = keep({std::move(entry.key), std::move(entry.value_json), std::move(place)});
    if (problem) problems.push_back({entry.line, *std::move(problem)});
  }
  std::ranges::stable_sort(problems, {}, &SpecFileProblem::line);
  for (const auto& problem : problems) {
    problems_.push_back(fmt::format("{}:{}: {}", where, problem.line, problem.text));
  }
}

std::optional<std::string> SpecBuilder::keep(Entry entry) {
  const auto value = checked_value(*find_spec_key(entry.key), Json::parse(entry.value_json));
  if (!value) {
    wrong_.insert(entry.key);
    return value.error().message;
  }
  entry.value_json = dump(*value);
  entries_.push_back(std::move(entry));
  return std::nullopt;
}

void SpecBuilder::set(std::string_view key, std::string_view value, std::string_view where) {
  const auto resolved = resolve_key(key);
  if (!resolved) {
    problems_.push_back(fmt::format("{}: {}", where, resolved.error().message));
    return;
  }
  if (!is_utf8(value)) {
    problems_.push_back(
        fmt::format("{}: {} is {}; allowed: text in UTF-8", where, *resolved, core::quoted(value)));
    return;
  }
  const Json json = value_of_text(*find_spec_key(*resolved), value);
  if (const auto problem = keep({*resolved, dump(json), std::string(where)})) {
    problems_.push_back(fmt::format("{}: {}", where, *problem));
  }
}

Result<Spec> SpecBuilder::build() const {
  Spec spec;
  std::vector<std::string> problems = problems_;
  Places places;
  for (const Entry& entry : entries_) {
    set_value(*spec.document_, entry.key, Json::parse(entry.value_json));
    places[entry.key] = entry.where;
  }
  for (const SpecCheck& check : spec_checks()) {
    if (wrong_.contains(check.key) || wrong_.contains(check.other_key)) continue;
    if (auto text = check.problem(spec)) problems.push_back(place_of(check, places) + *text);
  }
  if (!problems.empty()) return fail(ErrorKind::kUsage, joined(problems));
  return spec;
}

Result<Spec> parse_spec(std::string_view json, std::string_view where) {
  SpecBuilder builder;
  builder.add_text(json, where);
  return builder.build();
}

}  // namespace lrsweep::core
