#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "finders/lr_ladder.hpp"

using lrsweep::core::ErrorKind;
using lrsweep::finders::LadderShape;
using lrsweep::finders::LrLadder;

namespace {

LrLadder ladder(double lo, double hi, std::int64_t rungs, LadderShape shape) {
  return LrLadder::make(lo, hi, rungs, shape).value();
}

}  // namespace

TEST_CASE("An exponential ladder tries both ends and equal ratios between") {
  const auto exp = ladder(1e-6, 10, 100, LadderShape::kExp);
  CHECK(exp.lr(0) == 1e-6);
  CHECK(exp.lr(99) == 10);
  // Values of lo·(hi/lo)^(k/99) from Python's floats.
  CHECK(exp.lr(1) == Approx(1.1768119524349985e-06).epsilon(1e-14));
  CHECK(exp.lr(50) == Approx(0.0034304692863149195).epsilon(1e-14));
  CHECK(exp.lr(98) == Approx(8.497534359086448).epsilon(1e-14));
}

TEST_CASE("The first rung is as wide as every other one") {
  const auto exp = ladder(1e-6, 10, 100, LadderShape::kExp);
  const double ratio = exp.lr(1) / exp.lr(0);
  for (int k = 1; k < 99; ++k) CHECK(exp.lr(k + 1) / exp.lr(k) == Approx(ratio).epsilon(1e-12));
}

TEST_CASE("A linear ladder tries both ends and equal steps between") {
  const auto linear = ladder(1e-6, 10, 5, LadderShape::kLinear);
  CHECK(linear.lr(0) == 1e-6);
  CHECK(linear.lr(1) == Approx(2.50000075).epsilon(1e-14));
  CHECK(linear.lr(2) == Approx(5.0000005).epsilon(1e-14));
  CHECK(linear.lr(4) == 10);
}

TEST_CASE("The highest rate is hit to the last bit for ranges that do not round well") {
  for (const double hi : {0.1, 0.3, 0.7, 1.0, 3.0, 1.0 / 3}) {
    for (const std::int64_t rungs : {2, 7, 50, 100, 333}) {
      CHECK(ladder(1e-7, hi, rungs, LadderShape::kExp).lr(rungs - 1) == hi);
      CHECK(ladder(1e-7, hi, rungs, LadderShape::kLinear).lr(rungs - 1) == hi);
    }
  }
}

TEST_CASE("An extended ladder goes on with the same spacing until the new top is reached") {
  const auto exp = ladder(1e-6, 10, 71, LadderShape::kExp);  // 10 rungs a decade
  CHECK(exp.extended_rungs(0) == 71);
  CHECK(exp.extended_rungs(1) == 81);
  CHECK(exp.extended_rungs(2) == 91);
  CHECK(exp.lr(80) == Approx(100).epsilon(1e-12));
  CHECK(exp.lr(71) / exp.lr(70) == Approx(std::pow(10, 0.1)).epsilon(1e-12));

  const auto linear = ladder(1, 10, 10, LadderShape::kLinear);
  CHECK(linear.extended_rungs(1) == 100);
  CHECK(linear.lr(99) == Approx(100).epsilon(1e-12));
}

TEST_CASE("An extension that is no whole number of rungs goes past the new top, not short of it") {
  const auto exp = ladder(1e-6, 10, 100, LadderShape::kExp);  // 14.14 rungs a decade
  const auto rungs = exp.extended_rungs(1);
  CHECK(rungs == 115);
  CHECK(exp.lr(rungs - 1) >= 100);
  CHECK(exp.lr(rungs - 2) < 100);
}

TEST_CASE("A ladder of one rung tries the lowest rate and cannot be extended") {
  const auto one = ladder(1e-3, 1, 1, LadderShape::kExp);
  CHECK(one.lr(0) == 1e-3);
  CHECK(one.extended_rungs(2) == 1);
}

TEST_CASE("A ladder that makes no sense is an error that names the values") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const auto bad = [](double lo, double hi, std::int64_t rungs) {
    const auto result = LrLadder::make(lo, hi, rungs, LadderShape::kExp);
    REQUIRE_FALSE(result.has_value());
    CHECK(result.error().kind == ErrorKind::kUsage);
    return result.error().message;
  };
  CHECK(bad(1, 0.1, 100).find("1 to 0.1") != std::string::npos);
  CHECK(bad(0, 1, 100).find("0 to 1") != std::string::npos);
  bad(-1e-3, 1, 100);
  bad(1, 1, 100);
  bad(nan, 1, 100);
  bad(1e-3, nan, 100);
  bad(1e-3, inf, 100);
  CHECK(bad(1e-3, 1, 0).find("0 updates") != std::string::npos);
}
