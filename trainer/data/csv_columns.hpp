// Which columns of a CSV file are what.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "trainer/data/csv_rows.hpp"
#include "trainer/data/formats.hpp"

namespace lrsweep::trainer {

struct CsvColumns {
  std::vector<std::string> names;     // of all columns
  std::size_t label = 0;              // its place among them
  std::vector<std::size_t> features;  // places, in the order of the inputs
};

// From the header, the row that `rows` read last. The label is data.label, or the first of label,
// labels, target and y that is there; features are all other columns that data.drop does not name,
// in the training part's order where the request has one. kData for columns without a name or with
// the same one, a header of numbers, a label, a dropped or a known feature that is missing (with
// the names that are there), and no feature at all.
[[nodiscard]] core::Result<CsvColumns> choose_columns(std::vector<std::string> header,
                                                      const LoadRequest& request,
                                                      const CsvRows& rows);

}  // namespace lrsweep::trainer
