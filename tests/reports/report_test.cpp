#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "core/json.hpp"
#include "reports/report.hpp"
#include "tests/reports/snapshots.hpp"

namespace lrsweep::reports {
namespace {

core::Json report_of(const core::Snapshot& snapshot) {
  auto report = make_report(snapshot);
  REQUIRE(report);
  return *std::move(report);
}

std::vector<std::string> keys(const core::Json& object) {
  std::vector<std::string> names;
  for (const auto& [key, value] : object.items()) names.push_back(key);
  return names;
}

}  // namespace

TEST_CASE("the report's keys stand in their documented order") {
  const core::Json report = report_of(testing::small_sweep());
  CHECK(keys(report) == std::vector<std::string>{"schema", "generated_utc", "sweep", "notes",
                                                 "environment", "suggestion", "curves", "trials",
                                                 "importance", "events"});
  CHECK(report["schema"] == "lrsweep.report/1");
}

TEST_CASE("curves hold the stored numbers to the last bit") {
  const core::Snapshot snapshot = testing::measured_sweep();
  const core::Json report = core::Json::parse(core::dump(report_of(snapshot)));
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& points = snapshot.trials[0].runs[i].range_points;
    const core::Json& curve = report["curves"][i];
    REQUIRE(curve["lr"].size() == points.size());
    for (std::size_t k = 0; k < points.size(); ++k) {
      CHECK(curve["lr"][k].get<double>() == points[k].lr);
      CHECK(curve["loss"][k].get<double>() == points[k].loss);
      CHECK(curve["grad_norm"][k].get<double>() == points[k].grad_norm);
    }
  }
}

TEST_CASE("the suggestion is the median of the seeds, with its band") {
  const core::Json report = report_of(testing::measured_sweep());
  const core::Json& suggestion = report["suggestion"];
  std::vector<double> own;
  for (const core::Json& curve : report["curves"]) own.push_back(curve["suggestion"]["lr"]);
  std::sort(own.begin(), own.end());
  CHECK(suggestion["verdict"] == "ok");
  CHECK(suggestion["lr"].get<double>() == Approx(own[1]).epsilon(1e-12));
  CHECK(suggestion["low"].get<double>() == Approx(own[0]).epsilon(1e-12));
  CHECK(suggestion["high"].get<double>() == Approx(own[2]).epsilon(1e-12));
  CHECK(suggestion["constant_lr"].get<double>() == Approx(own[1] / 3).epsilon(1e-12));
  CHECK(suggestion["seeds"] == 3);
}

TEST_CASE("losses that are no numbers are null, with the reason beside them") {
  const core::Json report = report_of(testing::exploding_sweep());
  const core::Json& curves = report["curves"];
  CHECK(curves[0]["loss"].back() == 1e30);
  CHECK(curves[1]["loss"].back().is_null());
  CHECK(curves[2]["loss"].back().is_null());
  CHECK(curves[1]["stopped"] == "not_finite");
  CHECK(curves[1]["stopped_why"] == "the loss was infinite at rung 166, lr 0.691");
  CHECK(curves[2]["stopped_why"] == "the loss was not a number at rung 164, lr 0.587");
  CHECK(core::dump(report).find("nan") == std::string::npos);
}

TEST_CASE("only runs that ended count for the suggestion") {
  const core::Json report = report_of(testing::interrupted_sweep());
  CHECK(report["suggestion"]["seeds"] == 1);
  CHECK(report["curves"].size() == 3);
  CHECK(report["curves"][1]["suggestion"].is_null());
  CHECK(report["curves"][2]["stopped"].is_null());
  const core::Json& counts = report["sweep"]["counts"];
  CHECK(counts["complete"] == 1);
  CHECK(counts["failed"] == 1);
  CHECK(counts["owed"] == 1);
  CHECK(counts["attempts"] == 4);
  REQUIRE(report["notes"].size() == 2);
  CHECK(report["notes"][0] == "1 of 3 runs failed: signal: rank 0 was ended by SIGKILL");
  CHECK(report["notes"][1] == "Only 1 of 3 runs have ended: the suggestion may still move.");
}

TEST_CASE("a sweep that has just begun has no suggestion and owes all its runs") {
  const core::Json report = report_of(testing::fresh_sweep());
  CHECK(report["suggestion"].is_null());
  CHECK(report["curves"].empty());
  CHECK(report["sweep"]["counts"]["owed"] == 3);
  CHECK(report["sweep"]["finished_utc"].is_null());
}

TEST_CASE("a flat sweep has a verdict and no rate") {
  const core::Json report = report_of(testing::flat_sweep());
  CHECK(report["suggestion"]["verdict"] == "flat");
  CHECK(report["suggestion"]["lr"].is_null());
  CHECK(report["suggestion"]["constant_lr"].is_null());
}

TEST_CASE("attempts say how they ended") {
  const core::Json report = report_of(testing::interrupted_sweep());
  const core::Json& attempts = report["trials"][0]["runs"][1]["attempts"];
  REQUIRE(attempts.size() == 2);
  CHECK(attempts[1]["cause"] == "signal");
  CHECK(attempts[1]["signal"] == 9);
  CHECK(attempts[1]["exit_code"].is_null());
  CHECK(attempts[1]["devices"] == core::Json::array({"cpu:0"}));
}

TEST_CASE("metrics over time become a history by update") {
  core::Snapshot snapshot = testing::small_sweep();
  auto& metrics = snapshot.trials[0].runs[0].metrics;
  const core::RunId run = snapshot.trials[0].runs[0].run.id;
  metrics = {{run, 1, "train_loss", 10, 0.5},
             {run, 1, "train_loss", 20, std::numeric_limits<double>::quiet_NaN()},
             {run, 1, "val_accuracy", 20, 0.75}};
  const core::Json history = report_of(snapshot)["trials"][0]["runs"][0]["history"];
  REQUIRE(history.size() == 2);
  CHECK(history[0]["update"] == 10);
  CHECK(history[0]["train_loss"] == 0.5);
  CHECK(history[0]["val_accuracy"].is_null());
  CHECK(history[1]["train_loss"].is_null());
  CHECK(history[1]["val_accuracy"] == 0.75);
}

TEST_CASE("rates out of order leave a curve out and say so") {
  core::Snapshot snapshot = testing::measured_sweep();
  snapshot.trials[0].runs[2].range_points[40].lr = 1.0;
  const core::Json report = report_of(snapshot);
  CHECK(report["suggestion"]["seeds"] == 2);
  CHECK(report["curves"][2]["suggestion"].is_null());
  CHECK(report["notes"][0].get<std::string>().starts_with("The curve of run 13 is left out: "));
}

TEST_CASE("a column that is not JSON is a storage error that names it") {
  core::Snapshot snapshot = testing::small_sweep();
  snapshot.trials[0].runs[1].run.metrics_json = "{\"stop\":";
  const auto report = make_report(snapshot);
  REQUIRE_FALSE(report);
  CHECK(report.error().kind == core::ErrorKind::kStorage);
  CHECK(report.error().message.starts_with("run 12: runs.metrics_json: not JSON"));
}

TEST_CASE("text that is not UTF-8 is replaced in the document itself") {
  core::Snapshot snapshot = testing::small_sweep();
  snapshot.sweep.name =
      "a\xFF"
      "b";
  CHECK(report_of(snapshot)["sweep"]["name"] ==
        "a\xEF\xBF\xBD"
        "b");
}

TEST_CASE("the same snapshot gives the same bytes") {
  const core::Json first = report_of(testing::measured_sweep());
  const core::Json second = report_of(testing::measured_sweep());
  CHECK(core::dump(first) == core::dump(second));
  CHECK(to_html(first) == to_html(second));
}

}  // namespace lrsweep::reports
