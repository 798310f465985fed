// CSV files (.csv, .csv.gz): a header, a column of labels (csv_labels.hpp), and numbers in all
// other columns, which become float32 [n, features, 1, 1].
#pragma once

#include "trainer/data/formats.hpp"

namespace lrsweep::trainer {

[[nodiscard]] bool is_csv(const std::filesystem::path& path);
[[nodiscard]] bool has_csv_part(const std::filesystem::path& path, const LoadRequest& request);
// kData, naming file, line and column, for a row with too few or too many cells, and a cell that is
// empty, no number, NaN or infinite.
[[nodiscard]] core::Result<Dataset> load_csv(const std::filesystem::path& path,
                                             const LoadRequest& request);

inline constexpr DataFormat kCsvFile{.name = "csv",
                                     .expects = "a .csv file with a header and a column of labels",
                                     .names_labels = true,
                                     .drops_columns = true,
                                     .recognise = is_csv,
                                     .has = has_csv_part,
                                     .load = load_csv,
                                     .files = only_file};

}  // namespace lrsweep::trainer
