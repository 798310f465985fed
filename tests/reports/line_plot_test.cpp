#include "reports/line_plot.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace lrsweep::reports {
namespace {

constexpr TextStyle kNarrow{.width = 50, .color = false};

std::vector<std::string> plotted(const std::vector<PlotLine>& lines) {
  std::istringstream stream(line_plot(lines, {"y against x"}, kNarrow));
  std::vector<std::string> rows;
  for (std::string row; std::getline(stream, row);) rows.push_back(row);
  return rows;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a rising line goes from the lower left to the upper right") {
  const auto rows = plotted({{.name = "rate", .x = {0, 1, 2, 3}, .y = {0, 1, 2, 3}}});
  REQUIRE(rows.size() == 12 + 3);
  CHECK(rows.front() == "       3 ┤" + std::string(37, ' ') + "⡠⠔⠊");
  CHECK(has(rows[11], "       0 ┤⡠"));
  CHECK(has(rows[6], "1.36 ┤"));
  CHECK(rows[13].starts_with("          0"));
  CHECK(rows[13].ends_with("3"));
  CHECK(rows.back().ends_with("y against x"));
}

TEST_CASE("a line that never moves is in the middle") {
  const auto rows = plotted({{.name = "rate", .x = {0, 9}, .y = {0.1, 0.1}}});
  CHECK(has(rows.front(), "0.11 ┤"));
  const auto middle = rows[5] + rows[6];
  CHECK((has(middle, "⠤⠤⠤") || has(middle, "⣀⣀⣀") || has(middle, "⠉⠉⠉")));
}

TEST_CASE("values that are not finite leave a gap and no mark on the axes") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const auto rows = plotted({{.name = "", .x = {0, 1, 2, 3, 4}, .y = {1, 1, nan, 2, inf}}});
  CHECK(has(rows.front(), "2 ┤"));
  CHECK(has(rows[11], "1 ┤"));
}

TEST_CASE("several lines are named") {
  const auto rows = plotted(
      {{.name = "a\x1b[31m", .x = {0, 1}, .y = {0, 1}}, {.name = "b", .x = {0, 1}, .y = {1, 0}}});
  CHECK(has(rows.front(), "━ a"));
  CHECK(has(rows.front(), "━ b"));
  CHECK_FALSE(has(rows.front(), "\x1b"));
}

TEST_CASE("no line of two points is no plot") {
  CHECK(plotted({}).empty());
  CHECK(plotted({{.name = "a", .x = {1}, .y = {1}}}).empty());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(plotted({{.name = "a", .x = {1, 2}, .y = {nan, nan}}}).empty());
}

}  // namespace lrsweep::reports
