#include "trainer/data/csv_rows.hpp"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "core/text.hpp"

namespace lrsweep::trainer {
namespace {

constexpr std::size_t kBuffer = 1 << 18;
constexpr std::size_t kLongestCell = 1 << 16;
constexpr std::size_t kMostCells = 1 << 16;

}  // namespace

core::Result<CsvRows> CsvRows::open(const std::filesystem::path& path) {
  auto reader = open_bytes(path);
  if (!reader) return core::Failure(reader.error());
  return CsvRows(path, std::move(*reader));
}

CsvRows::CsvRows(std::filesystem::path path, std::unique_ptr<ByteReader> reader)
    : path_(std::move(path)), reader_(std::move(reader)), buffer_(kBuffer) {
  fill();
  // The mark that spreadsheets put before UTF-8.
  if (filled_ >= 3 && std::memcmp(buffer_.data(), "\xef\xbb\xbf", 3) == 0) position_ = 3;
}

core::Failure CsvRows::error(std::string_view problem) const {
  return error_at(row_line_, problem);
}

core::Failure CsvRows::error_at(std::int64_t line, std::string_view problem) const {
  return core::fail(core::ErrorKind::kData,
                    fmt::format("{}:{}: {}", core::printable(path_.string()), line, problem));
}

void CsvRows::fill() {
  position_ = 0;
  filled_ = 0;
  const auto got = reader_->read(buffer_.data(), static_cast<std::int64_t>(buffer_.size()));
  if (got) {
    filled_ = static_cast<std::size_t>(*got);
  } else if (failure_) {
    failure_ = core::Failure(got.error());
  }
}

int CsvRows::peek() {
  if (position_ == filled_) fill();
  return position_ < filled_ ? buffer_[position_] : kEnd;
}

int CsvRows::take() {
  const int byte = peek();
  if (byte == kEnd) return byte;
  ++position_;
  if (byte == '\n') ++line_;
  return byte;
}

void CsvRows::skip_empty_lines() {
  while (peek() == '\n' || peek() == '\r') take();
}

std::string CsvRows::read_quoted(std::string& cell) {
  take();
  for (;;) {
    const int byte = take();
    if (byte == kEnd) return "a quote is not closed";
    if (byte == '"' && peek() != '"') break;
    if (byte == '"') take();
    if (cell.size() == kLongestCell)
      return fmt::format("a cell of more than {} bytes", kLongestCell);
    cell.push_back(static_cast<char>(byte));
  }
  const int after = peek();
  if (after == ',' || after == '\n' || after == '\r' || after == kEnd) return "";
  return "a quote ends within a cell; allowed: \"\" for a quote";
}

std::string CsvRows::read_cell(std::string& cell) {
  cell.clear();
  if (peek() == '"') return read_quoted(cell);
  for (int byte = peek(); byte != ',' && byte != '\n' && byte != '\r' && byte != kEnd;
       byte = peek()) {
    if (byte == '"') return "a quote within a cell; allowed: quotes around it";
    if (cell.size() == kLongestCell)
      return fmt::format("a cell of more than {} bytes", kLongestCell);
    cell.push_back(static_cast<char>(take()));
  }
  return "";
}

core::Result<bool> CsvRows::next(std::vector<std::string>& cells) {
  skip_empty_lines();
  row_line_ = line_;
  std::size_t count = 0;
  std::string problem;
  bool goes_on = peek() != kEnd;
  while (goes_on && problem.empty()) {
    if (count == kMostCells) problem = fmt::format("more than {} cells", kMostCells);
    if (cells.size() <= count) cells.emplace_back();
    if (problem.empty()) problem = read_cell(cells[count++]);
    goes_on = peek() == ',';
    if (goes_on) take();
  }
  // What could not be read says more than what it looks like.
  if (!failure_) return core::Failure(failure_.error());
  if (!problem.empty()) return error(problem);
  if (peek() == '\r') take();
  if (peek() == '\n') take();
  cells.resize(count);
  return count > 0;
}

}  // namespace lrsweep::trainer
