#include <limits>

#include <catch2/catch.hpp>

#include "core/json.hpp"
#include "finders/schedules/plateau.hpp"
#include "finders/schedules/schedule.hpp"

using namespace lrsweep::finders;
using lrsweep::core::Json;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

double after(PlateauOptions options, std::initializer_list<double> metrics) {
  Plateau plateau(options, 1);
  for (const double metric : metrics) plateau.epoch_ended(metric);
  return plateau.lr();
}

}  // namespace

TEST_CASE("The rate falls after more than `patience` bad epochs in a row") {
  const PlateauOptions options{.factor = 0.5, .patience = 1};
  CHECK(after(options, {1, 1}) == 1);
  CHECK(after(options, {1, 1, 1}) == 0.5);
  CHECK(after(options, {1, 1, 0.5, 0.5}) == 1);
  CHECK(after(options, {1, 1, 1, 1, 1}) == 0.25);
}

TEST_CASE("Negative metrics: the threshold is a share of the best's size") {
  const PlateauOptions options{.factor = 0.5, .patience = 0, .threshold = 0.1};
  CHECK(after(options, {-1, -1.2}) == 1);
  CHECK(after(options, {-1, -1.05}) == 0.5);
  CHECK(after(options, {-1, -0.95}) == 0.5);
}

TEST_CASE("A metric that is to grow") {
  const PlateauOptions options{.factor = 0.5, .patience = 0, .maximize = true};
  CHECK(after(options, {0.5, 0.6, 0.7}) == 1);
  CHECK(after(options, {0.5, 0.4}) == 0.5);
}

TEST_CASE("NaN and infinity are bad epochs, from the first on") {
  const PlateauOptions options{.factor = 0.5, .patience = 0};
  CHECK(after(options, {1, kNan}) == 0.5);
  CHECK(after(options, {kNan}) == 0.5);
  CHECK(after(options, {-std::numeric_limits<double>::infinity(), 1}) == 0.5);
}

TEST_CASE("No rate under the lowest, and one that is there already does not rise") {
  CHECK(after({.factor = 0.1, .patience = 0, .min_lr = 0.05}, {1, 1, 1, 1}) == 0.05);
  CHECK(after({.factor = 0.1, .patience = 0, .min_lr = 3}, {1, 1}) == 1);
}

TEST_CASE("Plateau after a warm-up: warms up to the rate it has, then follows the metric") {
  auto schedule = make_schedule(Json::parse(R"({"name": "plateau", "factor": 0.5, "patience": 0,
                                    "warmup": 4})"),
                                {.lr = 1, .updates = 100})
                      .value();
  CHECK(schedule.lr(0) == 0.25);
  CHECK(schedule.lr(4) == 1);
  schedule.epoch_ended(1);
  schedule.epoch_ended(1);
  CHECK(schedule.lr(50) == 0.5);
  CHECK(schedule.lr(1) == 0.25);
}
