// A monochrome canvas of braille characters: each cell of the terminal has 2 × 4 dots.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lrsweep::reports {

class BrailleCanvas {
 public:
  BrailleCanvas(int columns, int rows);

  // Size in dots. (0, 0) is the top left.
  [[nodiscard]] int width() const { return columns_ * 2; }
  [[nodiscard]] int height() const { return rows_ * 4; }

  // Dots outside the canvas are ignored.
  void dot(int x, int y);
  // Both ends included; within one dot of the straight line.
  void line(int x0, int y0, int x1, int y1);

  // The character of a cell as UTF-8; `empty` where no dot is set.
  [[nodiscard]] std::string cell(int column, int row, std::string_view empty) const;

 private:
  int columns_;
  int rows_;
  std::vector<std::uint8_t> cells_;
};

}  // namespace lrsweep::reports
