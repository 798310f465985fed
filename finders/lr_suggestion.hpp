// What a range test's curves say: a learning rate with a verdict, or a verdict alone; never a
// number where there is none.
//
// Rule (measured on real trainings, docs/numerics.md; reproduced by tests/finders and
// bench/suggestion):
//   lr = √(steepest · d/d0 · edge)
// `steepest` is the rate of the most negative slope of the smoothed loss in log rate left of its
// minimum; `edge` the largest stable rate, the last one before the divergence at which the median
// of five losses is below the initial loss; d the ladder's rungs per decade there and d0 = 200/7.
// The steepest point comes when the sum of the rates so far reaches a certain size, so it moves
// down in proportion as a ladder gets denser; d/d0 takes that out.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "core/words.hpp"
#include "finders/lr_range_test.hpp"

namespace lrsweep::finders {

// One run's curve. `stop` nothing: the curve comes from elsewhere, and its end is found by the stop
// rule (a diverging tail is cut off there). So is the end of a run that never stopped, which may
// have been told not to. A point whose loss is not finite ends the curve; what follows it does not
// count.
struct RangeCurve {
  std::vector<RangePoint> points;  // by increasing rate
  std::optional<core::Stop> stop;
  // LrRangeTest::planned_rungs(); 0 where unknown: the points up to the first that is not finite.
  std::int64_t planned_rungs = 0;
};

// Whether the rates of a curve are positive, finite and each above the one before. The error
// (kData) names the first that is not, counting points from 1.
[[nodiscard]] core::Result<void> check_curve(const RangeCurve& curve);

struct CurveSuggestion {
  core::Verdict verdict = core::Verdict::kTooFew;
  std::optional<double> lr;  // peak rate, none where the verdict gives none
  std::optional<double> steepest;
  std::optional<double> edge;
  // Gaussian-smoothed clipped loss (smoothing.hpp) at each point before the stop; shape [m],
  // m <= points. Empty with too few points.
  std::vector<double> smoothed;
  core::Stop stop = core::Stop::kEnd;  // as given, or as found
  std::int64_t tried = 0;              // points of the curve
  std::int64_t stable = 0;             // of these before the divergence
  double lowest_lr = 0;                // first and last rate of the curve; 0 without points
  double highest_lr = 0;
};

// Over all seeds: the median in log rate, the band of the seeds' own suggestions.
struct Suggestion {
  core::Verdict verdict = core::Verdict::kTooFew;
  std::optional<double> lr;  // peak rate for a schedule with warm-up and decay
  std::optional<double> steepest;
  std::optional<double> edge;
  std::optional<double> low;  // smallest and largest suggestion of any seed that has one
  std::optional<double> high;
  double width_decades = 0;             // log10(high/low); 0 with fewer than two seeds
  int seeds = 0;                        // curves looked at
  std::vector<CurveSuggestion> curves;  // one a seed, in the order given
};

// Requires check_curve() of each curve (checked in every build). The verdicts are defined in
// verdict.hpp.
[[nodiscard]] CurveSuggestion suggest(const RangeCurve& curve);
[[nodiscard]] Suggestion suggest(std::span<const RangeCurve> curves);

// The rule above; `rungs_per_decade` of the ladder around the steepest point.
[[nodiscard]] double combined_lr(double steepest, double edge, double rungs_per_decade);

// Rate for training at a constant rate: a third of the peak rate.
[[nodiscard]] double constant_lr(double peak_lr);

// True where a verdict comes with a rate; the others end the command with exit code 4.
[[nodiscard]] bool gives_rate(core::Verdict verdict);

// What the verdict means and what to do next, one or two sentences with the numbers at hand. Plain
// text. `command` is how the user would run it again ("lrsweep range-test").
[[nodiscard]] std::string advice(const Suggestion& suggestion, std::string_view command);

}  // namespace lrsweep::finders
