#include "reports/braille.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace lrsweep::reports {
namespace {

// Bit of each dot, [row][column] (Unicode, chapter 21.1: dots 1–8 of U+2800 + bits).
constexpr std::uint8_t kBits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

}  // namespace

BrailleCanvas::BrailleCanvas(int columns, int rows)
    : columns_(columns), rows_(rows), cells_(static_cast<std::size_t>(columns * rows)) {}

void BrailleCanvas::dot(int x, int y) {
  if (x < 0 || y < 0 || x >= width() || y >= height()) return;
  const int cell = (y / 4) * columns_ + x / 2;
  cells_[static_cast<std::size_t>(cell)] |= kBits[y % 4][x % 2];
}

void BrailleCanvas::line(int x0, int y0, int x1, int y1) {
  const int steps = std::max({std::abs(x1 - x0), std::abs(y1 - y0), 1});
  for (int i = 0; i <= steps; ++i) {
    const double part = static_cast<double>(i) / steps;
    dot(static_cast<int>(std::lround(x0 + part * (x1 - x0))),
        static_cast<int>(std::lround(y0 + part * (y1 - y0))));
  }
}

std::string BrailleCanvas::cell(int column, int row, std::string_view empty) const {
  const std::uint8_t bits = cells_[static_cast<std::size_t>(row * columns_ + column)];
  if (bits == 0) return std::string(empty);
  // U+2800 + bits: 1110'0010 1010'00bb 10bb'bbbb.
  return {'\xE2', static_cast<char>(0xA0 | bits >> 6U), static_cast<char>(0x80 | (bits & 0x3FU))};
}

}  // namespace lrsweep::reports
