#include "trainer/data/csv_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "core/text.hpp"
#include "trainer/data/csv_labels.hpp"

namespace lrsweep::trainer {
namespace {

using Names = std::vector<std::string>;

constexpr std::array<std::string_view, 4> kLabels{"label", "labels", "target", "y"};
constexpr std::size_t kMostShown = 20;

std::string shown(const Names& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kMostShown; ++i) {
    text.append(i == 0 ? "" : ", ").append(core::quoted(names[i]));
  }
  if (names.size() > kMostShown)
    text.append(fmt::format(" and {} more", names.size() - kMostShown));
  return text;
}

std::optional<std::size_t> find(const Names& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

core::Result<void> check_names(const Names& names, const CsvRows& rows) {
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) {
      return rows.error(
          fmt::format("column {} has no name; an index that pandas wrote? leave it "
                      "out with to_csv(index=False)",
                      i + 1));
    }
    if (!seen.insert(names[i]).second) {
      return rows.error(fmt::format("two columns have the name {}", core::quoted(names[i])));
    }
  }
  const bool numbers = std::all_of(names.begin(), names.end(),
                                   [](const auto& name) { return number_in(name).has_value(); });
  if (!numbers) return {};
  return rows.error("the header is all numbers; allowed: a first line with the columns' names");
}

core::Result<std::size_t> find_label(const Names& names, const LoadRequest& request,
                                     const CsvRows& rows) {
  if (!request.label.empty()) {
    if (const auto place = find(names, request.label)) return *place;
    return rows.error(fmt::format("no column {} (data.label); there are {}",
                                  core::quoted(request.label), shown(names)));
  }
  for (const auto word : kLabels) {
    if (const auto place = find(names, word)) return *place;
  }
  return rows.error(
      fmt::format("no column {}; name the labels' column with data.label; there are "
                  "{}",
                  fmt::join(kLabels, ", "), shown(names)));
}

bool is_dropped(const std::string& name, const LoadRequest& request) {
  return find(request.drop, name).has_value();
}

core::Result<void> check_drop(const Names& names, const std::string& label,
                              const LoadRequest& request, const CsvRows& rows) {
  for (const auto& name : request.drop) {
    if (name == label) {
      return rows.error(
          fmt::format("data.drop leaves out {}, the labels' column", core::quoted(name)));
    }
    if (find(names, name) || request.train != nullptr) continue;
    return rows.error(
        fmt::format("no column {} (data.drop); there are {}", core::quoted(name), shown(names)));
  }
  return {};
}

// In the training part's order; a column that it lacks would change what the others mean.
core::Result<void> take_known(CsvColumns& columns, const LoadRequest& request,
                              const CsvRows& rows) {
  const auto& wanted = request.train->input_names;
  for (const auto& name : wanted) {
    const auto place = find(columns.names, name);
    if (!place) {
      return rows.error(fmt::format("no column {}, which the training part has; there are {}",
                                    core::quoted(name), shown(columns.names)));
    }
    columns.features.push_back(*place);
  }
  const std::unordered_set<std::string_view> known(wanted.begin(), wanted.end());
  for (std::size_t i = 0; i < columns.names.size(); ++i) {
    const auto& name = columns.names[i];
    if (i == columns.label || known.contains(name) || is_dropped(name, request)) continue;
    return rows.error(fmt::format("the training part has no column {}; leave it out with data.drop",
                                  core::quoted(name)));
  }
  return {};
}

void take_all(CsvColumns& columns, const LoadRequest& request) {
  for (std::size_t i = 0; i < columns.names.size(); ++i) {
    if (i != columns.label && !is_dropped(columns.names[i], request)) columns.features.push_back(i);
  }
}

}  // namespace

core::Result<CsvColumns> choose_columns(std::vector<std::string> header, const LoadRequest& request,
                                        const CsvRows& rows) {
  CsvColumns columns{std::move(header), 0, {}};
  if (auto named = check_names(columns.names, rows); !named) return core::Failure(named.error());
  const auto label = find_label(columns.names, request, rows);
  if (!label) return core::Failure(label.error());
  columns.label = *label;
  if (auto drop = check_drop(columns.names, columns.names[*label], request, rows); !drop) {
    return core::Failure(drop.error());
  }
  if (request.train == nullptr || request.train->input_names.empty()) {
    take_all(columns, request);
  } else if (auto known = take_known(columns, request, rows); !known) {
    return core::Failure(known.error());
  }
  if (columns.features.empty()) return rows.error("no column is left for the inputs");
  return columns;
}

}  // namespace lrsweep::trainer
