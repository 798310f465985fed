#include "trainer/data/csv_file.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/text.hpp"
#include "trainer/data/csv_columns.hpp"
#include "trainer/data/csv_labels.hpp"
#include "trainer/data/csv_rows.hpp"

namespace lrsweep::trainer {
namespace {

namespace fs = std::filesystem;
using Cells = std::vector<std::string>;

// A small gzip file may announce any number of rows.
constexpr std::size_t kMostNumbers = std::size_t{1} << 30;

core::Result<void> check_count(const Cells& cells, const CsvColumns& columns, const CsvRows& rows) {
  const auto expected = columns.names.size();
  if (cells.size() == expected) return {};
  if (cells.size() > expected) {
    return rows.error(
        fmt::format("{} cells; allowed: {}, as in the header", cells.size(), expected));
  }
  return rows.error(
      fmt::format("{} cells; allowed: {}, as in the header; the first that is missing "
                  "is column {}",
                  cells.size(), expected, core::quoted(columns.names[cells.size()])));
}

core::Failure bad_cell(const std::string& cell, const std::string& column, const CsvRows& rows) {
  return rows.error(
      fmt::format("column {}: {}; allowed: finite numbers; fill it, or leave the "
                  "column out with data.drop",
                  core::quoted(column), cell.empty() ? "an empty cell" : core::quoted(cell)));
}

core::Result<void> add_features(const Cells& cells, const CsvColumns& columns, const CsvRows& rows,
                                std::vector<float>& values) {
  for (const auto place : columns.features) {
    const auto number = number_in(cells[place]);
    const auto value = static_cast<float>(number.value_or(NAN));
    if (!std::isfinite(value)) return bad_cell(cells[place], columns.names[place], rows);
    values.push_back(value);
  }
  return {};
}

at::Tensor as_tensor(std::vector<float> values, std::int64_t features) {
  auto owner = std::make_shared<std::vector<float>>(std::move(values));
  const auto count = static_cast<std::int64_t>(owner->size()) / features;
  return at::from_blob(
      owner->data(), {count, features, 1, 1}, [owner](void*) {}, at::TensorOptions(at::kFloat));
}

core::Result<Dataset> read(CsvRows& rows, const LoadRequest& request) {
  Cells cells;
  const auto header = rows.next(cells);
  if (!header) return core::Failure(header.error());
  if (!*header) return rows.error("empty; allowed: a header and a row for each sample");
  const auto columns = choose_columns(cells, request, rows);
  if (!columns) return core::Failure(columns.error());

  std::vector<float> values;
  CsvLabels labels;
  auto more = rows.next(cells);
  for (; more && *more; more = rows.next(cells)) {
    if (auto count = check_count(cells, *columns, rows); !count)
      return core::Failure(count.error());
    auto added = add_features(cells, *columns, rows, values);
    if (!added) return core::Failure(added.error());
    labels.add(cells[columns->label], rows.line());
    if (values.size() > kMostNumbers) {
      return rows.error(fmt::format("more than {} numbers; larger sets: .npy", kMostNumbers));
    }
  }
  if (!more) return core::Failure(more.error());
  if (values.empty()) return rows.error("no row follows the header");

  Dataset data;
  data.inputs = as_tensor(std::move(values), static_cast<std::int64_t>(columns->features.size()));
  for (const auto place : columns->features) data.input_names.push_back(columns->names[place]);
  if (auto set = labels.set_targets(data, request, rows); !set) return core::Failure(set.error());
  return data;
}

}  // namespace

bool is_csv(const fs::path& path) {
  std::error_code ignored;
  const auto name = path.filename().string();
  return (name.ends_with(".csv") || name.ends_with(".csv.gz")) && !fs::is_directory(path, ignored);
}

bool has_csv_part(const fs::path&, const LoadRequest& request) {
  return request.part == Part::kTrain;
}

core::Result<Dataset> load_csv(const fs::path& path, const LoadRequest& request) {
  auto rows = CsvRows::open(path);
  if (!rows) return core::Failure(rows.error());
  return read(*rows, request);
}

}  // namespace lrsweep::trainer
