#include "finders/early_stopping.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <vector>

namespace lrsweep::finders {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// After how many values it stops; 0 where it never does.
std::size_t stops_after(EarlyStopping stopping, const std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    stopping.observe(values[i]);
    if (stopping.stops()) return i + 1;
  }
  return 0;
}

TEST_CASE("training stops after `patience` validations without a better one") {
  const EarlyStoppingOptions two{.goal = core::Goal::kMinimize, .patience = 2};
  CHECK(stops_after(EarlyStopping(two), {1.0, 0.9, 0.95, 0.91}) == 4);
  CHECK(stops_after(EarlyStopping(two), {1.0, 0.9, 0.95, 0.89, 0.9, 0.9}) == 6);
  CHECK(stops_after(EarlyStopping({.goal = core::Goal::kMinimize}), {1, 2, 3, 4}) == 0);
}

TEST_CASE("better is up for a metric that is maximised, down for one that is minimised") {
  EarlyStopping up({.goal = core::Goal::kMaximize});
  CHECK(up.observe(0.5));
  CHECK_FALSE(up.observe(0.4));
  CHECK(up.observe(0.6));
  CHECK(*up.best() == 0.6);
  EarlyStopping down({.goal = core::Goal::kMinimize});
  CHECK(down.observe(-0.5));
  CHECK(down.observe(-0.6));
  CHECK_FALSE(down.observe(-0.5));
}

TEST_CASE("a change below min_delta is none, a value that is not finite is never the best") {
  EarlyStopping stopping({.goal = core::Goal::kMinimize, .patience = 3, .min_delta = 0.1});
  CHECK_FALSE(stopping.observe(kNan));
  CHECK_FALSE(stopping.best().has_value());
  CHECK(stopping.observe(1.0));
  CHECK_FALSE(stopping.observe(0.95));
  CHECK_FALSE(stopping.observe(-std::numeric_limits<double>::infinity()));
  CHECK_FALSE(stopping.stops());
  CHECK_FALSE(stopping.observe(0.95));
  CHECK(stopping.stops());
}

}  // namespace
}  // namespace lrsweep::finders
