#include "finders/trial_score.hpp"

#include <catch2/catch.hpp>
#include <vector>

namespace lrsweep::finders {
namespace {

using Values = std::vector<std::optional<double>>;

TEST_CASE("a score is mean and sample deviation of the runs") {
  const auto score = trial_score(Values{0.9, 0.92, 0.91, 0.93});
  REQUIRE(score.has_value());
  CHECK(score->mean == Approx(0.915));
  CHECK(*score->std == Approx(0.012909944487358068));  // numpy.std(ddof=1)
  CHECK(score->n == 4);
  CHECK_FALSE(trial_score(Values{0.5})->std.has_value());
}

TEST_CASE("a trial with a run that has no value has no score") {
  CHECK_FALSE(trial_score(Values{0.9, std::nullopt}).has_value());
  CHECK_FALSE(trial_score(Values{}).has_value());
}

TEST_CASE("a run's metric is its last or its best, by name or its own") {
  constexpr const char* kRun =
      R"({"val_loss": 0.5, "val_accuracy": 0.8, "metric": "val_accuracy",
          "best": {"val_loss": 0.4, "val_accuracy": 0.82, "update": 30}, "val_r2": null})";
  CHECK(metric_of_run(kRun, "val_loss", "last") == 0.5);
  CHECK(metric_of_run(kRun, "val_loss", "best") == 0.4);
  CHECK(metric_of_run(kRun, "", "last") == 0.8);
  CHECK(metric_of_run(kRun, "", "best") == 0.82);
  CHECK_FALSE(metric_of_run(kRun, "val_r2", "last").has_value());
  CHECK_FALSE(metric_of_run(kRun, "val_f1", "last").has_value());
  CHECK_FALSE(metric_of_run("{}", "val_loss", "best").has_value());
  CHECK_FALSE(metric_of_run("not json", "val_loss", "last").has_value());
}

}  // namespace
}  // namespace lrsweep::finders
