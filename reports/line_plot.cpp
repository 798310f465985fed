#include "reports/line_plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/text.hpp"
#include "reports/braille.hpp"
#include "reports/text_style.hpp"

namespace lrsweep::reports {
namespace {

constexpr int kRows = 12;
constexpr int kMargin = 10;  // columns left of the plot: a number, a blank, the axis
constexpr std::array kInks{Ink::kCurve, Ink::kGood, Ink::kWarn, Ink::kBad};

struct Span {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void take(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  void widen() {
    if (high > low) return;
    const double room = low == 0 ? 1 : std::abs(low) * 0.1;
    low -= room;
    high += room;
  }
  [[nodiscard]] double share(double value) const { return (value - low) / (high - low); }
};

bool is_drawn(const PlotLine& line, std::size_t i) {
  return std::isfinite(line.x[i]) && std::isfinite(line.y[i]);
}

std::pair<Span, Span> spans_of(const std::vector<PlotLine>& lines) {
  Span x;
  Span y;
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.x.size(); ++i) {
      if (!is_drawn(line, i)) continue;
      x.take(line.x[i]);
      y.take(line.y[i]);
    }
  }
  x.widen();
  y.widen();
  return {x, y};
}

BrailleCanvas drawn(const PlotLine& line, const Span& x, const Span& y, int columns) {
  BrailleCanvas canvas(columns, kRows);
  const auto place = [](double share, int dots) {
    return static_cast<int>(std::lround(share * (dots - 1)));
  };
  for (std::size_t i = 1; i < line.x.size(); ++i) {
    if (!is_drawn(line, i - 1) || !is_drawn(line, i)) continue;
    canvas.line(place(x.share(line.x[i - 1]), canvas.width()),
                place(1 - y.share(line.y[i - 1]), canvas.height()),
                place(x.share(line.x[i]), canvas.width()),
                place(1 - y.share(line.y[i]), canvas.height()));
  }
  return canvas;
}

std::string row_text(int row, const std::vector<BrailleCanvas>& canvases, int columns, bool color) {
  std::string out;
  std::string blanks;
  for (int column = 0; column < columns; ++column) {
    std::string cell;
    Ink ink = Ink::kPlain;
    for (std::size_t i = 0; i < canvases.size() && cell.empty(); ++i) {
      cell = canvases[i].cell(column, row, "");
      ink = kInks[i % kInks.size()];
    }
    if (cell.empty()) {
      blanks += ' ';
      continue;
    }
    out += std::exchange(blanks, "") + inked(cell, ink, color);
  }
  return out;
}

std::string axis_text(const Span& x, int columns) {
  const auto left = fmt::format("{:.4g}", x.low);
  const auto right = fmt::format("{:.4g}", x.high);
  std::string line(kMargin - 1, ' ');
  line += "└";
  for (int i = 0; i < columns; ++i) line += "─";
  const auto room = static_cast<std::size_t>(columns) - left.size();
  return line + "\n" + std::string(kMargin, ' ') + left + fmt::format("{:>{}}", right, room) + "\n";
}

std::string legend_text(const std::vector<PlotLine>& lines, bool color) {
  if (lines.size() < 2) return "";
  std::string out(kMargin, ' ');
  for (std::size_t i = 0; i < lines.size(); ++i) {
    out += inked("━ " + core::printable(lines[i].name), kInks[i % kInks.size()], color) + "  ";
  }
  return out + "\n";
}

}  // namespace

std::string line_plot(const std::vector<PlotLine>& lines, const PlotAxes& axes,
                      const TextStyle& style) {
  const bool any =
      std::any_of(lines.begin(), lines.end(), [](const auto& line) { return line.x.size() >= 2; });
  if (!any) return "";
  const auto [x, y] = spans_of(lines);
  if (!std::isfinite(x.low) || !std::isfinite(y.low)) return "";
  const int columns = std::clamp(style.width, 40, 200) - kMargin;
  std::vector<BrailleCanvas> canvases;
  for (const auto& line : lines) canvases.push_back(drawn(line, x, y, columns));
  std::string out = legend_text(lines, style.color);
  for (int row = 0; row < kRows; ++row) {
    const bool ticked = row == 0 || row == kRows - 1 || row == kRows / 2;
    const double value = y.high - (y.high - y.low) * row / (kRows - 1);
    out += fmt::format("{:>{}} {}", ticked ? fmt::format("{:.3g}", value) : "", kMargin - 2,
                       ticked ? "┤" : "│");
    out += row_text(row, canvases, columns, style.color) + "\n";
  }
  return out + axis_text(x, columns) + fmt::format("{:>{}}\n", axes.title, columns + kMargin);
}

}  // namespace lrsweep::reports
