// Which stored curves a suggestion is made of, and how peers' answers over seeds become one.
#include <algorithm>
#include <cmath>

#include <catch2/catch.hpp>

#include "sweep/runtime/suggestions.hpp"

namespace lrsweep::sweep {
namespace {

// 120 rates from 1e-4 to 10; the loss is lowest at `best`, so that fastai's "minimum" (a tenth of
// the rate at the smoothed minimum) moves with it.
core::RunSnapshot run_with_minimum(int repeat, double best, core::RunState state) {
  core::RunSnapshot run;
  run.run.id = core::RunId{repeat + 1};
  run.run.repeat = repeat;
  run.run.state = state;
  run.run.metrics_json = R"({"stop":"end"})";
  for (int rung = 0; rung < 120; ++rung) {
    core::RangePointRecord point;
    point.rung = rung;
    point.lr = 1e-4 * std::pow(10.0, 5.0 * rung / 119);
    const double distance = std::log10(point.lr) - std::log10(best);
    point.loss = 1.0 + distance * distance;
    run.range_points.push_back(point);
  }
  return run;
}

core::Snapshot snapshot_of(std::vector<core::RunSnapshot> runs) {
  core::Snapshot snapshot;
  snapshot.sweep.id = core::SweepId{3};
  snapshot.trials.emplace_back();
  snapshot.trials[0].runs = std::move(runs);
  return snapshot;
}

core::SuggestionRecord method(const std::vector<core::SuggestionRecord>& records,
                              const std::string& name) {
  const auto found = std::ranges::find(records, name, &core::SuggestionRecord::method);
  REQUIRE(found != records.end());
  return *found;
}

using enum core::RunState;

TEST_CASE("suggestions: a peer's answer over seeds is the median, its band their extremes") {
  const auto one = [](double best) {
    return method(suggest_from(snapshot_of({run_with_minimum(0, best, kComplete)})),
                  "fastai.minimum")
        .lr.value();
  };
  const auto all = method(suggest_from(snapshot_of({run_with_minimum(0, 0.02, kComplete),
                                                    run_with_minimum(1, 0.5, kComplete),
                                                    run_with_minimum(2, 0.1, kComplete)})),
                          "fastai.minimum");
  CHECK(all.sweep_id == core::SweepId{3});
  CHECK(all.lr == one(0.1));
  CHECK(all.low == one(0.02));
  CHECK(all.high == one(0.5));
  CHECK(one(0.02) < one(0.1));
  const auto two = method(suggest_from(snapshot_of({run_with_minimum(0, 0.02, kComplete),
                                                    run_with_minimum(1, 0.5, kComplete)})),
                          "fastai.minimum");
  CHECK(two.lr.value() == Approx(std::sqrt(one(0.02) * one(0.5))).epsilon(1e-12));
}

TEST_CASE("suggestions: only complete runs are looked at") {
  const auto with = suggest_from(
      snapshot_of({run_with_minimum(0, 0.02, kComplete), run_with_minimum(1, 0.5, kFailed),
                   run_with_minimum(2, 0.5, kQueued)}));
  const auto without = suggest_from(snapshot_of({run_with_minimum(0, 0.02, kComplete)}));
  CHECK(method(with, "lrsweep").edge_lr == method(without, "lrsweep").edge_lr);
  CHECK(method(with, "fastai.minimum").lr == method(without, "fastai.minimum").lr);
  CHECK(suggest_from(snapshot_of({run_with_minimum(0, 0.02, kFailed)})).empty());
}

}  // namespace
}  // namespace lrsweep::sweep
