// Rows of a CSV file (RFC 4180: commas, cells in double quotes, "" for a quote within; line ends
// CRLF or LF), one after another, gzipped or not.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "trainer/data/byte_reader.hpp"

namespace lrsweep::trainer {

class CsvRows {
 public:
  [[nodiscard]] static core::Result<CsvRows> open(const std::filesystem::path& path);

  // Reads the next row's cells, without their quotes; false at the end. Empty lines are passed
  // over. kData, naming file and line, for a quote that is not closed or stands within a cell, and
  // for cells of more than 64 KiB or more than 65536 of them.
  [[nodiscard]] core::Result<bool> next(std::vector<std::string>& cells);

  // Of the row that next() returned last: where it begins, from 1.
  [[nodiscard]] std::int64_t line() const { return row_line_; }

  // A kData error "path:line: problem".
  [[nodiscard]] core::Failure error(std::string_view problem) const;
  [[nodiscard]] core::Failure error_at(std::int64_t line, std::string_view problem) const;

 private:
  static constexpr int kEnd = -1;

  CsvRows(std::filesystem::path path, std::unique_ptr<ByteReader> reader);
  // The next byte is peeked at; what the reader fails with is kept until next() returns.
  int peek();
  int take();
  void fill();
  // False where the cell, or the row, is not one.
  [[nodiscard]] std::string read_cell(std::string& cell);
  [[nodiscard]] std::string read_quoted(std::string& cell);
  void skip_empty_lines();

  std::filesystem::path path_;
  std::unique_ptr<ByteReader> reader_;
  std::vector<std::uint8_t> buffer_;
  std::size_t position_ = 0;
  std::size_t filled_ = 0;
  std::int64_t line_ = 1;
  std::int64_t row_line_ = 0;
  core::Result<void> failure_;
};

}  // namespace lrsweep::trainer
