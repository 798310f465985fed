#include "sweep/cli/curve_csv.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>

namespace lrsweep::cli {
namespace {

std::string error_of(std::string_view text) {
  const auto curve = parse_curve(text, "c.csv");
  REQUIRE_FALSE(curve);
  CHECK(curve.error().kind == core::ErrorKind::kData);
  return curve.error().message;
}

TEST_CASE("curve csv: columns are found by name, others are ignored") {
  const auto curve = parse_curve("step,loss,note,lr\n0,2.5,a,1e-3\n1,2.25,b,+2e-3\n", "c.csv");
  REQUIRE(curve);
  REQUIRE(curve->points.size() == 2);
  CHECK(curve->points[0].lr == 1e-3);
  CHECK(curve->points[1].lr == 2e-3);
  CHECK(curve->points[1].loss == 2.25);
}

TEST_CASE("curve csv: carriage returns, a byte order mark, quotes and empty lines do not matter") {
  const auto curve = parse_curve("\xEF\xBB\xBF\"lr\",\"loss\"\r\n1,2\r\n\r\n 2 , 3 \r\n", "c.csv");
  REQUIRE(curve);
  REQUIRE(curve->points.size() == 2);
  CHECK(curve->points[1].loss == 3);
}

TEST_CASE("curve csv: losses may be nan or infinite") {
  const auto curve = parse_curve("lr,loss\n1,nan\n2,inf\n3,-inf\n", "c.csv");
  REQUIRE(curve);
  CHECK(std::isnan(curve->points[0].loss));
  CHECK(std::isinf(curve->points[2].loss));
}

TEST_CASE("curve csv: errors name file, line and column") {
  CHECK(error_of("") == "c.csv:1: no column lr in \"\"; allowed: a header that names lr and loss");
  CHECK(error_of("lr,value\n1,2\n").starts_with("c.csv:1: no column loss"));
  CHECK(error_of("lr,loss\n") == "c.csv: no rows below the header");
  CHECK(error_of("lr,loss\n1,2\n2\n") == "c.csv:3: 1 cells, column 2 (loss) is missing");
  CHECK(error_of("lr,loss\n1,2\n2,x\n") == "c.csv:3: column 2 (loss) is \"x\"; allowed: a number");
  CHECK(error_of("lr,loss\n1;2,2\n").starts_with("c.csv:2: column 1 (lr) is \"1;2\""));
}

TEST_CASE("curve csv: rates that do not rise are refused") {
  CHECK(error_of("lr,loss\n2,1\n1,1\n").starts_with("c.csv: "));
  CHECK(error_of("lr,loss\n0,1\n1,1\n").starts_with("c.csv: "));
}

}  // namespace
}  // namespace lrsweep::cli
