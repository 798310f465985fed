#include "reports/text_plot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "core/json.hpp"
#include "reports/braille.hpp"
#include "reports/rate_text.hpp"
#include "reports/text_style.hpp"

namespace lrsweep::reports {
namespace {

constexpr int kRows = 14;
constexpr int kMargin = 9;  // columns left of the plot: a number, a blank, the axis

struct Point {
  double x = 0;  // log10 of the rate
  double y = 0;  // loss
};

struct Curve {
  std::vector<Point> points;
  bool diverged = false;
};

struct Frame {
  double left = std::numeric_limits<double>::infinity();
  double right = -std::numeric_limits<double>::infinity();
  double bottom = std::numeric_limits<double>::infinity();
  double top = -std::numeric_limits<double>::infinity();
  int columns = 0;

  [[nodiscard]] double across(double x) const { return (x - left) / (right - left); }
  [[nodiscard]] int column(double x) const {
    return static_cast<int>(std::lround(across(x) * (columns - 1)));
  }
};

struct Mark {
  double x = 0;
  std::string_view line;  // one column wide
  std::string label;
  Ink ink = Ink::kPlain;
};

Curve curve_of(const core::Json& object) {
  Curve curve;
  const core::Json& lr = object["lr"];
  const core::Json& smoothed = object["smoothed"];
  for (std::size_t i = 0; i < lr.size(); ++i) {
    if (!lr[i].is_number() || lr[i].get<double>() <= 0 || !smoothed[i].is_number()) continue;
    curve.points.push_back({std::log10(lr[i].get<double>()), smoothed[i].get<double>()});
  }
  const bool cut = !smoothed.empty() && smoothed.back().is_null();
  curve.diverged = cut || object["stopped"] == "diverged" || object["stopped"] == "not_finite";
  return curve;
}

std::vector<Curve> curves_of(const core::Json& report) {
  std::vector<Curve> curves;
  for (const core::Json& object : report["curves"]) {
    Curve curve = curve_of(object);
    if (curve.points.size() >= 2) curves.push_back(std::move(curve));
  }
  return curves;
}

Frame frame_of(const std::vector<Curve>& curves, int columns) {
  Frame frame;
  frame.columns = columns;
  for (const Curve& curve : curves) {
    for (const Point& point : curve.points) {
      frame.left = std::min(frame.left, point.x);
      frame.right = std::max(frame.right, point.x);
      frame.bottom = std::min(frame.bottom, point.y);
      frame.top = std::max(frame.top, point.y);
    }
  }
  if (!(frame.top > frame.bottom)) {
    frame.top += 0.5;
    frame.bottom -= 0.5;
  }
  // Room for the rungs after the last stable one.
  frame.right += 0.03 * (frame.right - frame.left);
  return frame;
}

std::vector<Mark> marks_of(const core::Json& report, const Frame& frame) {
  std::vector<Mark> marks;
  const core::Json& suggestion = report["suggestion"];
  if (!suggestion.is_object()) return marks;
  const auto add = [&](const char* key, std::string_view line, std::string_view word, Ink ink) {
    if (!suggestion[key].is_number()) return;
    const double x = std::log10(suggestion[key].get<double>());
    if (x < frame.left || x > frame.right) return;
    marks.push_back({x, line, fmt::format("{} {}", word, rate_text(suggestion[key])), ink});
  };
  add("lr", "│", "peak_lr", Ink::kGood);
  add("edge", "┊", "edge", Ink::kWarn);
  return marks;
}

void draw(const Curve& curve, const Frame& frame, BrailleCanvas& canvas) {
  const auto x_of = [&](const Point& point) {
    return static_cast<int>(std::lround(frame.across(point.x) * (canvas.width() - 1)));
  };
  const auto y_of = [&](const Point& point) {
    const double down = (frame.top - point.y) / (frame.top - frame.bottom);
    return static_cast<int>(std::lround(down * (canvas.height() - 1)));
  };
  for (std::size_t i = 1; i < curve.points.size(); ++i) {
    const Point& from = curve.points[i - 1];
    const Point& to = curve.points[i];
    canvas.line(x_of(from), y_of(from), x_of(to), y_of(to));
  }
  const Point& last = curve.points.back();
  if (curve.diverged) canvas.line(x_of(last), y_of(last), x_of(last) + 1, 0);
}

// The labels above the plot, each where its line is, moved left where it would not fit.
std::string mark_labels(const std::vector<Mark>& marks, const Frame& frame, bool color) {
  std::string out;
  for (const Mark& mark : marks) {
    const int size = static_cast<int>(mark.label.size()) + 2;
    const int column = frame.column(mark.x);
    const bool fits = column + size <= frame.columns;
    const int start = fits ? column : std::max(0, column - size + 1);
    const std::string text = fits ? "▼ " + mark.label : mark.label + " ▼";
    out += std::string(static_cast<std::size_t>(kMargin + start), ' ') +
           inked(text, mark.ink, color) + "\n";
  }
  return out;
}

std::string row_text(int row, const BrailleCanvas& canvas, const Frame& frame,
                     const std::vector<Mark>& marks, bool color) {
  std::string out;
  for (int column = 0; column < frame.columns; ++column) {
    std::string cell = canvas.cell(column, row, "");
    Ink ink = Ink::kCurve;
    if (cell.empty()) {
      cell = " ";
      ink = Ink::kPlain;
      for (const Mark& mark : marks) {
        if (frame.column(mark.x) != column) continue;
        cell = mark.line;
        ink = mark.ink;
        break;
      }
    }
    out += inked(cell, ink, color);
  }
  return out;
}

std::string without_trailing_blanks(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

// Decades under the axis, as many as there is room for.
std::string axis_text(const Frame& frame) {
  std::string ticks = std::string(kMargin - 1, ' ') + "└";
  std::vector<std::string> line(static_cast<std::size_t>(frame.columns), "─");
  std::string labels(static_cast<std::size_t>(kMargin + frame.columns), ' ');
  std::size_t free = 0;
  for (int decade = static_cast<int>(std::ceil(frame.left - 1e-9)); decade <= frame.right;
       ++decade) {
    const int column = std::clamp(frame.column(decade), 0, frame.columns - 1);
    const std::string label = fmt::format("1e{}", decade);
    const std::size_t wanted = static_cast<std::size_t>(kMargin + column);
    const std::size_t start =
        std::min(wanted - std::min(wanted, label.size() / 2), labels.size() - label.size());
    if (start < free) continue;
    line[static_cast<std::size_t>(column)] = "┴";
    labels.replace(start, label.size(), label);
    free = start + label.size() + 2;
  }
  for (const std::string& piece : line) ticks += piece;
  return ticks + "\n" + without_trailing_blanks(std::move(labels)) + "\n";
}

}  // namespace

std::string plot_text(const core::Json& report, const TextStyle& style) {
  const std::vector<Curve> curves = curves_of(report);
  if (curves.empty()) return "";
  const Frame frame = frame_of(curves, std::clamp(style.width, 40, 200) - kMargin);
  BrailleCanvas canvas(frame.columns, kRows);
  for (const Curve& curve : curves) draw(curve, frame, canvas);
  const std::vector<Mark> marks = marks_of(report, frame);

  std::string out = mark_labels(marks, frame, style.color);
  for (int row = 0; row < kRows; ++row) {
    const double y = frame.top - (row + 0.5) / kRows * (frame.top - frame.bottom);
    const bool ticked = row % 4 == 1;
    out += fmt::format("{:>{}} {}", ticked ? rate_text(y) : "", kMargin - 2, ticked ? "┤" : "│");
    out += without_trailing_blanks(row_text(row, canvas, frame, marks, style.color)) + "\n";
  }
  return out + axis_text(frame) +
         fmt::format("{:>{}}\n", "loss (smoothed) against learning rate", style.width);
}

}  // namespace lrsweep::reports
