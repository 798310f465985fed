// Lines in characters: for a schedule's rates, a training run's losses.
#pragma once

#include <string>
#include <vector>

#include "reports/report.hpp"

namespace lrsweep::reports {

struct PlotLine {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;  // as many; values that are not finite leave a gap
};

struct PlotAxes {
  std::string title;  // under the plot, on the right: "rate against update"
};

// Lines of at most style.width columns (40 at least), or nothing where there is no line of two
// points. With several lines a legend names them in the order of their colours.
[[nodiscard]] std::string line_plot(const std::vector<PlotLine>& lines, const PlotAxes& axes,
                                    const TextStyle& style);

}  // namespace lrsweep::reports
