#include <limits>

#include <catch2/catch.hpp>

#include "finders/lr_range_test.hpp"

using lrsweep::core::Stop;
using namespace lrsweep::finders;

namespace {

LrRangeTest range_test(std::int64_t rungs, RangeTestOptions options = {}) {
  return {LrLadder::make(1e-6, 10, rungs, LadderShape::kExp).value(), options};
}

// Runs to the end; the loss is 1 from rung 20 on and `top` from rung `bad` on.
void drive(LrRangeTest& test, std::int64_t bad, double top) {
  for (std::int64_t i = 0; test.next_lr(); ++i) {
    const double loss = i < 20 ? 2.0 : i < bad ? 1.0 : top;
    test.observe({.loss = loss, .grad_norm = 0.5, .clipped_share = 0.25});
  }
}

constexpr std::int64_t kNever = 1'000'000;

}  // namespace

TEST_CASE("Each rung of the ladder is tried once and kept with what was observed") {
  auto test = range_test(100);
  CHECK(test.next_lr() == 1e-6);
  drive(test, kNever, 0);
  REQUIRE(test.points().size() == 100);
  CHECK(test.points()[0].lr == 1e-6);
  CHECK(test.points()[99].lr == 10);
  CHECK(test.points()[30].loss == 1);
  CHECK(test.points()[30].grad_norm == 0.5);
  CHECK(test.points()[30].clipped_share == 0.25);
  CHECK(test.stop() == Stop::kEnd);
  CHECK_FALSE(test.next_lr());
}

TEST_CASE("A divergence ends the test, its last point kept") {
  auto test = range_test(100);
  drive(test, 60, 100);
  CHECK(test.stop() == Stop::kDiverged);
  CHECK(test.points().size() == 61);
  CHECK(test.points().back().loss == 100);
}

TEST_CASE("Without stopping, only NaN and infinity end the test before the ladder does") {
  auto test = range_test(100, {.stop_on_divergence = false, .extend_decades = 0});
  drive(test, 60, 100);
  CHECK(test.stop() == Stop::kEnd);
  CHECK(test.points().size() == 100);

  auto other = range_test(100, {.stop_on_divergence = false, .extend_decades = 0});
  drive(other, 60, std::numeric_limits<double>::infinity());
  CHECK(other.stop() == Stop::kNotFinite);
  CHECK(other.points().size() == 61);
}

TEST_CASE("NaN at the first rung is an observation that ends the test") {
  auto test = range_test(100);
  test.observe({.loss = std::numeric_limits<double>::quiet_NaN(), .grad_norm = 0});
  CHECK(test.stop() == Stop::kNotFinite);
  CHECK(test.points().size() == 1);
}

TEST_CASE("A run that did not diverge goes on a decade at a time") {
  auto test = range_test(71, {.stop_on_divergence = true, .extend_decades = 2});
  CHECK(test.planned_rungs() == 71);
  drive(test, kNever, 0);
  CHECK(test.planned_rungs() == 91);
  CHECK(test.points().size() == 91);
  CHECK(test.points().back().lr == Approx(1000));
  CHECK(test.stop() == Stop::kEnd);
}

TEST_CASE("An extension ends where the run diverges, and does not begin where it has") {
  auto test = range_test(71, {.stop_on_divergence = true, .extend_decades = 2});
  drive(test, 75, 100);
  CHECK(test.planned_rungs() == 81);
  CHECK(test.points().size() == 76);
  CHECK(test.stop() == Stop::kDiverged);

  auto early = range_test(71, {.stop_on_divergence = true, .extend_decades = 2});
  drive(early, 40, 100);
  CHECK(early.planned_rungs() == 71);
}

TEST_CASE("A run that lost what it had learnt counts as diverged and is not extended") {
  auto test = range_test(71, {.stop_on_divergence = true, .extend_decades = 2});
  drive(test, 60, 2.2);
  CHECK(test.stop() == Stop::kDiverged);
  CHECK(test.points().size() == 71);
}

TEST_CASE("One rung is a range test too") {
  auto test = range_test(1, {.stop_on_divergence = true, .extend_decades = 2});
  test.observe({.loss = 1});
  CHECK(test.stop() == Stop::kEnd);
  CHECK_FALSE(test.next_lr());
}
