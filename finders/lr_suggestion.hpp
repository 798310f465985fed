// What a range test's curves say: a learning rate with a verdict, or a verdict alone; never a
// number where there is none.
//
// Rule (measured on 16 configurations, docs/numerics.md; reproduced by tests/finders and
// bench/suggestion): lr = √(steepest · edge), where `steepest` is the rate of the most negative
// slope of the smoothed loss in log rate left of its minimum, and `edge` the largest stable rate,
// the last one before the divergence.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/words.hpp"
#include "finders/lr_range_test.hpp"

namespace lrsweep::finders {

// One run's curve. `stop` nothing: the curve comes from elsewhere, and its end is found by the stop
// rule (a diverging tail is cut off there).
struct RangeCurve {
  std::vector<RangePoint> points;  // by increasing rate
  std::optional<core::Stop> stop;
};

struct CurveSuggestion {
  core::Verdict verdict = core::Verdict::kTooFew;
  std::optional<double> lr;  // peak rate, none where the verdict gives none
  std::optional<double> steepest;
  std::optional<double> edge;
  // Gaussian-smoothed clipped loss at each point up to the stop; shape [m], m <= points.
  std::vector<double> smoothed;
  core::Stop stop = core::Stop::kEnd;  // as given, or as found
};

// Over all seeds: the median in log rate, the band of the seeds' own suggestions.
struct Suggestion {
  core::Verdict verdict = core::Verdict::kTooFew;
  std::optional<double> lr;  // peak rate for a schedule with warm-up and decay
  std::optional<double> steepest;
  std::optional<double> edge;
  std::optional<double> low;  // smallest and largest suggestion of any seed
  std::optional<double> high;
  double width_decades = 0;             // log10(high/low); 0 with fewer than two seeds
  int seeds = 0;                        // curves looked at
  std::vector<CurveSuggestion> curves;  // one a seed, in the order given
};

[[nodiscard]] CurveSuggestion suggest(const RangeCurve& curve);
[[nodiscard]] Suggestion suggest(std::span<const RangeCurve> curves);

// Rate for training at a constant rate: a third of the peak rate.
[[nodiscard]] double constant_lr(double peak_lr);

// True where a verdict comes with a rate; the others end the command with exit code 4.
[[nodiscard]] bool gives_rate(core::Verdict verdict);

// What the verdict means and what to do next, one or two sentences with the numbers at hand. Plain
// text. `command` is how the user would run it again ("lrsweep range-test").
[[nodiscard]] std::string advice(const Suggestion& suggestion, std::string_view command);

}  // namespace lrsweep::finders
