// The column of labels of a CSV file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/result.hpp"
#include "trainer/data/csv_rows.hpp"
#include "trainer/data/dataset.hpp"
#include "trainer/data/formats.hpp"

namespace lrsweep::trainer {

// The decimal number that a cell is, spaces around it and a plus aside; NaN and infinities too.
[[nodiscard]] std::optional<double> number_in(std::string_view cell);

class CsvLabels {
 public:
  // `line` is for messages.
  void add(const std::string& cell, std::int64_t line);

  // Sets targets, classes and class_names.
  //
  // auto takes a column of integers or words for classes, any other numbers for numbers. Integers
  // that are exactly 0 to K−1 are the classes; other integers, in ascending order, and words, in
  // the order of their bytes, are numbered. kData, naming the line, for a label that is empty, no
  // number in regression, or not among the training part's; for fewer than two classes; and, where
  // the task is auto, for more than 20 different labels that are more than half of all: these look
  // like numbers.
  [[nodiscard]] core::Result<void> set_targets(Dataset& data, const LoadRequest& request,
                                               const CsvRows& rows) const;

 private:
  struct Word {
    std::string text;
    std::int64_t line;  // of its first use
  };

  [[nodiscard]] bool is_classification(const LoadRequest& request) const;
  [[nodiscard]] core::Result<void> set_numbers(Dataset& data, const CsvRows& rows) const;
  [[nodiscard]] core::Result<void> set_new_classes(Dataset& data, const LoadRequest& request,
                                                   const CsvRows& rows) const;
  [[nodiscard]] core::Result<void> set_known_classes(Dataset& data, const Dataset& train,
                                                     const CsvRows& rows) const;

  std::unordered_map<std::string, std::int64_t> numbers_;  // of words_
  std::vector<Word> words_;                                // different labels, by first use
  std::vector<std::int64_t> column_;                       // word of each sample
};

}  // namespace lrsweep::trainer
