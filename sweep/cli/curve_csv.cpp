#include "sweep/cli/curve_csv.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <vector>

#include "core/text.hpp"

namespace lrsweep::cli {
namespace {

using core::ErrorKind;
using core::fail;

std::string_view trimmed(std::string_view cell) {
  constexpr std::string_view kAround = " \t\r\"";
  const auto begin = cell.find_first_not_of(kAround);
  if (begin == std::string_view::npos) return {};
  return cell.substr(begin, cell.find_last_not_of(kAround) - begin + 1);
}

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (;;) {
    const auto comma = line.find(',');
    cells.push_back(trimmed(line.substr(0, comma)));
    if (comma == std::string_view::npos) return cells;
    line.remove_prefix(comma + 1);
  }
}

std::optional<double> number_of(std::string_view cell) {
  double value = 0;
  if (!cell.empty() && cell.front() == '+') cell.remove_prefix(1);
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc() || end != cell.data() + cell.size()) return std::nullopt;
  return value;
}

// The lines of a text one by one, numbered from 1.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  std::optional<std::string_view> next() {
    if (rest_.empty()) return std::nullopt;
    ++number_;
    const auto end = std::min(rest_.find('\n'), rest_.size());
    const auto line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return line;
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  std::string_view rest_;
  int number_ = 0;
};

struct Columns {
  std::size_t lr = 0;
  std::size_t loss = 0;
};

core::Result<Columns> columns_of(std::string_view header, std::string_view file) {
  std::optional<std::size_t> lr;
  std::optional<std::size_t> loss;
  const auto names = cells_of(header);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == "lr" && !lr) lr = i;
    if (names[i] == "loss" && !loss) loss = i;
  }
  if (lr && loss) return Columns{*lr, *loss};
  return fail(ErrorKind::kData,
              fmt::format("{}:1: no column {} in {}; allowed: a header that names lr and loss",
                          file, lr ? "loss" : "lr", core::quoted(header)));
}

core::Result<double> cell_number(const std::vector<std::string_view>& cells, std::size_t column,
                                 const std::string& place, const char* name) {
  if (column >= cells.size()) {
    return fail(ErrorKind::kData, fmt::format("{}: {} cells, column {} ({}) is missing", place,
                                              cells.size(), column + 1, name));
  }
  if (const auto value = number_of(cells[column])) return *value;
  return fail(ErrorKind::kData, fmt::format("{}: column {} ({}) is {}; allowed: a number", place,
                                            column + 1, name, core::quoted(cells[column])));
}

core::Failure at_file(std::string_view file, const core::Error& error) {
  return fail(error.kind, fmt::format("{}: {}", file, error.message));
}

}  // namespace

core::Result<finders::RangeCurve> parse_curve(std::string_view text, std::string_view file) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  Lines lines(text);
  const auto columns = columns_of(lines.next().value_or(""), file);
  if (!columns) return core::Failure(columns.error());
  finders::RangeCurve curve;
  while (const auto line = lines.next()) {
    if (trimmed(*line).empty()) continue;
    const auto cells = cells_of(*line);
    const std::string place = fmt::format("{}:{}", file, lines.number());
    const auto lr = cell_number(cells, columns->lr, place, "lr");
    if (!lr) return core::Failure(lr.error());
    const auto loss = cell_number(cells, columns->loss, place, "loss");
    if (!loss) return core::Failure(loss.error());
    curve.points.push_back({.lr = *lr, .loss = *loss});
  }
  if (curve.points.empty()) {
    return fail(ErrorKind::kData, fmt::format("{}: no rows below the header", file));
  }
  if (auto good = finders::check_curve(curve); !good) return at_file(file, good.error());
  return curve;
}

}  // namespace lrsweep::cli
