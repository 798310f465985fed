#include <cmath>
#include <limits>
#include <vector>

#include <catch2/catch.hpp>

#include "bench/real_curves.hpp"
#include "finders/lr_suggestion.hpp"
#include "tests/finders/curve_files.hpp"

using namespace lrsweep;
using core::Stop;
using core::Verdict;
using finders::RangeCurve;
using finders::suggest;
using tests::curve_of;
using tests::textbook_curve;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

RangeCurve from_csv(const char* name) {
  const auto file = tests::load_csv(name);
  return curve_of(file.lr, file.loss);
}

RangeCurve shifted(RangeCurve curve, double by) {
  for (auto& point : curve.points) point.loss += by;
  return curve;
}

RangeCurve find_real(const core::Json& golden) {
  if (golden.at("curve").get<std::string>().ends_with(".csv")) {
    return from_csv(golden.at("curve").get<std::string>().c_str());
  }
  static const auto configs = bench::load_real_curves();
  for (const auto& config : configs) {
    if (config.name != golden.at("curve").get<std::string>()) continue;
    for (const auto& real : config.curves) {
      if (real.updates == golden.at("updates") && real.seed == golden.at("seed")) return real.curve;
    }
  }
  FAIL("no such curve: " << golden.dump());
  return {};
}

void check_smoothed(const std::vector<double>& smooth, const core::Json& golden) {
  const auto near = [](const core::Json& value) {
    return Approx(value.get<double>()).epsilon(1e-9);
  };
  CHECK(smooth.front() == near(golden.at(0)));
  CHECK(smooth[smooth.size() / 2] == near(golden.at(1)));
  CHECK(smooth.back() == near(golden.at(2)));
}

}  // namespace

TEST_CASE("Every curve is read as an independent program in NumPy reads it") {
  int checked = 0;
  for (const auto& golden : tests::load_json("suggestions.json")) {
    INFO(golden.at("curve") << " " << golden.at("updates") << " " << golden.at("seed"));
    const auto found = suggest(find_real(golden));
    CHECK(found.smoothed.size() == golden.at("points"));
    CHECK(core::to_text(found.stop) == golden.at("stop").get<std::string>());
    REQUIRE(found.lr);
    CHECK(*found.steepest == Approx(golden.at("steepest").get<double>()).epsilon(1e-12));
    CHECK(*found.edge == Approx(golden.at("edge").get<double>()).epsilon(1e-12));
    CHECK(*found.lr == Approx(golden.at("lr").get<double>()).epsilon(1e-9));
    check_smoothed(found.smoothed, golden.at("smoothed"));
    ++checked;
  }
  CHECK(checked == 110);
}

TEST_CASE("A textbook curve: steepest where it falls, edge before the explosion") {
  const auto found = suggest(textbook_curve(1.0, 1e-2));
  CHECK(found.verdict == Verdict::kOk);
  CHECK(found.stop == Stop::kDiverged);
  // The slope of 2/(1 + (c/l)²) in ln l is steepest at l = c; losses belong to the rung before.
  CHECK(*found.steepest == Approx(1e-2 / 1.177).epsilon(0.12));
  CHECK(*found.edge <= 1.0);
  CHECK(*found.edge > 0.8);
  CHECK(*found.lr > *found.steepest);
  CHECK(*found.lr < *found.edge);
}

TEST_CASE("The suggestion moves with the curve") {
  const double low = *suggest(textbook_curve(0.1, 1e-3)).lr;
  const double high = *suggest(textbook_curve(1.0, 1e-2)).lr;
  CHECK(high / low == Approx(10).epsilon(0.1));
}

TEST_CASE("A flat curve has no rate") {
  const auto found = suggest(from_csv("flat.csv"));
  CHECK(found.verdict == Verdict::kFlat);
  CHECK_FALSE(found.lr);
  CHECK_FALSE(found.steepest);
  CHECK_FALSE(found.edge);
}

TEST_CASE("Noise alone is flat, in at least 49 of 50 curves of any length") {
  for (const int rungs : {50, 100, 400}) {
    int flat = 0;
    for (unsigned seed = 0; seed < 100; ++seed) {
      auto losses = tests::normal_noise(rungs, 0.2, seed);
      const auto found = suggest(curve_of(tests::log_rates(1e-6, 10, rungs), losses));
      flat += found.verdict == Verdict::kFlat ? 1 : 0;
    }
    CHECK(flat >= 98);
  }
}

TEST_CASE("A curve that only rises has no rate") {
  std::vector<double> losses;
  for (int i = 0; i < 60; ++i) losses.push_back(2 + 0.01 * i);
  CHECK_FALSE(suggest(curve_of(tests::log_rates(1e-6, 10, 60), losses)).lr);
}

TEST_CASE("Negative and shifted losses give the same rates") {
  const auto plain = suggest(textbook_curve());
  for (const double by : {-2.3, -5.0, -100.0, 50.0}) {
    const auto found = suggest(shifted(textbook_curve(), by));
    CHECK(found.verdict == plain.verdict);
    CHECK(*found.lr == Approx(*plain.lr).epsilon(1e-9));
  }
}

TEST_CASE("What follows the divergence does not move the answer: rows, NaN, infinity") {
  auto curve = textbook_curve();
  const auto plain = suggest(curve);
  for (const double tail : {kNan, std::numeric_limits<double>::infinity(), 1e9, 0.0}) {
    auto longer = curve;
    for (int i = 0; i < 5; ++i) {
      longer.points.push_back({.lr = longer.points.back().lr * 1.2, .loss = tail});
    }
    const auto found = suggest(longer);
    CHECK(*found.lr == *plain.lr);
    CHECK(found.smoothed == plain.smoothed);
  }
}

TEST_CASE("NaN rows at the end of a curve of unknown length do not move the answer") {
  auto curve = textbook_curve();
  curve.planned_rungs = 0;
  const auto plain = suggest(curve);
  for (int i = 0; i < 30; ++i) {
    curve.points.push_back({.lr = curve.points.back().lr * 1.2, .loss = kNan});
  }
  CHECK(*suggest(curve).lr == *plain.lr);
}

TEST_CASE("A run that was told not to stop is cut where it diverged") {
  auto curve = textbook_curve();
  const auto plain = suggest(curve);
  curve.stop = Stop::kEnd;
  curve.points.push_back({.lr = 3, .loss = 1e6});
  CHECK(*suggest(curve).lr == *plain.lr);
  CHECK(suggest(curve).stop == Stop::kDiverged);
}

TEST_CASE("A stop as given is trusted") {
  auto curve = textbook_curve();
  while (curve.points.back().lr > 0.2) curve.points.pop_back();
  const auto found_end = suggest(curve);
  curve.stop = Stop::kDiverged;
  const auto found = suggest(curve);
  CHECK(found_end.verdict == Verdict::kNotDiverged);
  CHECK(found.verdict == Verdict::kOk);
  CHECK(found.smoothed.size() + 1 == found_end.smoothed.size());
}

TEST_CASE("A run that ended before it diverged says so and gives a rate") {
  auto curve = textbook_curve(1000.0);
  const auto found = suggest(curve);
  CHECK(found.verdict == Verdict::kNotDiverged);
  CHECK(*found.edge == 10);
  CHECK(found.lr);
}

TEST_CASE("A run that diverged among the first rungs has no rate") {
  auto curve = textbook_curve();
  for (std::size_t i = 15; i < curve.points.size(); ++i) curve.points[i].loss = 1e5;
  CHECK(suggest(curve).verdict == Verdict::kNanAt);
  curve.points.resize(4);
  curve.points.back().loss = kNan;
  CHECK(suggest(curve).verdict == Verdict::kNanAt);
  CHECK_FALSE(suggest(curve).lr);
}

TEST_CASE("Few points, one point, none: no rate and no accident") {
  for (const std::size_t count : {0U, 1U, 2U, 5U, 11U}) {
    auto curve = textbook_curve();
    curve.points.resize(count);
    curve.planned_rungs = 0;
    CHECK(suggest(curve).verdict == Verdict::kTooFew);
  }
}

TEST_CASE("Clipping that hides the divergence is named") {
  auto curve = textbook_curve(1000.0);
  for (auto& point : curve.points) point.clipped_share = 1;
  CHECK(suggest(curve).verdict == Verdict::kClipSaturated);
}

TEST_CASE("A loss that falls from the lowest rate on is at the edge of the range") {
  const auto found = suggest(textbook_curve(1.0, 1e-7));
  CHECK(found.verdict == Verdict::kEdgeOfRange);
  CHECK(found.lr);
}

TEST_CASE("Seeds: median in log rate and the band") {
  const std::vector<RangeCurve> curves{textbook_curve(1.0, 1e-2), textbook_curve(0.5, 5e-3),
                                       textbook_curve(0.25, 2.5e-3)};
  const auto found = suggest(curves);
  CHECK(found.verdict == Verdict::kOk);
  CHECK(found.seeds == 3);
  REQUIRE(found.curves.size() == 3);
  CHECK(*found.lr == Approx(*found.curves[1].lr));
  CHECK(*found.steepest == Approx(*found.curves[1].steepest));
  CHECK(*found.edge == Approx(*found.curves[1].edge));
  CHECK(*found.high == *found.curves[0].lr);
  CHECK(*found.low == *found.curves[2].lr);
  CHECK(found.width_decades == Approx(std::log10(*found.high / *found.low)));
}

TEST_CASE("Two seeds: the median is their geometric mean") {
  const std::vector<RangeCurve> curves{textbook_curve(1.0, 1e-2), textbook_curve(0.25, 2.5e-3)};
  const auto found = suggest(curves);
  CHECK(*found.lr == Approx(std::sqrt(*found.curves[0].lr * *found.curves[1].lr)));
}

TEST_CASE("Seeds more than a decade apart: the band, but no rate") {
  const std::vector<RangeCurve> curves{textbook_curve(2.0, 2e-2), textbook_curve(0.02, 2e-4),
                                       textbook_curve(0.2, 2e-3)};
  const auto found = suggest(curves);
  CHECK(found.verdict == Verdict::kLowSnr);
  CHECK_FALSE(found.lr);
  CHECK(found.low);
  CHECK(found.width_decades > 1);
}

TEST_CASE("A seed without a rate does not hide the others, most without one do") {
  const RangeCurve flat = from_csv("flat.csv");
  const std::vector<RangeCurve> one{textbook_curve(), flat, textbook_curve()};
  CHECK(suggest(one).verdict == Verdict::kOk);
  CHECK(*suggest(one).lr == Approx(*suggest(textbook_curve()).lr));
  const std::vector<RangeCurve> most{flat, flat, textbook_curve()};
  CHECK(suggest(most).verdict == Verdict::kFlat);
  CHECK_FALSE(suggest(most).lr);
}

TEST_CASE("No seeds: too few") {
  const auto found = suggest(std::vector<RangeCurve>{});
  CHECK(found.verdict == Verdict::kTooFew);
  CHECK(found.seeds == 0);
}

TEST_CASE("check_curve names the first rate that does not fit") {
  const auto problem = [](const std::vector<double>& lr) {
    const auto result = finders::check_curve(curve_of(lr, std::vector<double>(lr.size(), 1.0)));
    return result ? std::string() : result.error().message;
  };
  CHECK(problem({0.1, 0.2, 0.3}).empty());
  CHECK(problem({0.1, 0.3, 0.2}).find("point 3: learning rate 0.2 after 0.3") == 0);
  CHECK(problem({0.1, 0.1}).find("point 2") == 0);
  CHECK(problem({0.0, 0.1}).find("point 1") == 0);
  CHECK(problem({-1.0, 0.1}).find("point 1") == 0);
  CHECK(problem({kNan, 0.1}).find("point 1") == 0);
  CHECK(problem({0.1, std::numeric_limits<double>::infinity()}).find("point 2") == 0);
}

TEST_CASE("A constant rate is a third of the peak rate") {
  CHECK(finders::constant_lr(0.3) == Approx(0.1));
}
