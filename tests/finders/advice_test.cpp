#include <catch2/catch.hpp>

#include "finders/lr_suggestion.hpp"
#include "tests/finders/curve_files.hpp"

using namespace lrsweep;
using Catch::Matchers::Contains;
using core::Verdict;

namespace {

// Seeds that tried 1e-6 to 10 in 100 updates.
finders::Suggestion suggestion(Verdict verdict) {
  finders::Suggestion result;
  result.verdict = verdict;
  result.seeds = 3;
  result.low = 0.01;
  result.high = 0.2;
  result.width_decades = 1.3;
  if (finders::gives_rate(verdict)) {
    result.lr = 0.06;
    result.steepest = 0.01;
    result.edge = 0.36;
  }
  finders::CurveSuggestion curve;
  curve.tried = 100;
  curve.stable = 90;
  curve.lowest_lr = 1e-6;
  curve.highest_lr = 10;
  result.curves = {curve, curve, curve};
  return result;
}

std::string told(const finders::Suggestion& suggestion) {
  return finders::advice(suggestion, "lrsweep range-test");
}

}  // namespace

TEST_CASE("ok: the peak rate, the constant rate, and what they hold for") {
  const auto text = told(suggestion(Verdict::kOk));
  CHECK_THAT(text, Contains("0.06 as the peak rate"));
  CHECK_THAT(text, Contains("0.02 as a constant rate"));
  CHECK_THAT(text, Contains("batch size, optimizer and weight decay"));
}

TEST_CASE("Every verdict but ok names the command that comes next, with its numbers") {
  const auto next = [](Verdict verdict) { return told(suggestion(verdict)); };
  CHECK_THAT(next(Verdict::kNotDiverged), Contains("lrsweep range-test --max-lr 100"));
  CHECK_THAT(next(Verdict::kFlat), Contains("lrsweep range-test --max-lr 100 --updates 200"));
  CHECK_THAT(next(Verdict::kNanAt), Contains("lrsweep range-test --min-lr 1e-09 --max-lr 10"));
  CHECK_THAT(next(Verdict::kTooFew), Contains("lrsweep range-test --updates 200"));
  CHECK_THAT(next(Verdict::kLowSnr), Contains("0.01 to 0.2, 1.3 decades"));
  CHECK_THAT(next(Verdict::kLowSnr), Contains("lrsweep range-test --updates 200 --seeds 5"));
  CHECK_THAT(next(Verdict::kClipSaturated),
             Contains("lrsweep range-test --set train.clip_norm=null"));
}

TEST_CASE("edge_of_range: widens the end that the steepest point is at") {
  auto low = suggestion(Verdict::kEdgeOfRange);
  low.steepest = 2e-6;
  CHECK_THAT(told(low), Contains("lower end") && Contains("--min-lr 1e-08"));
  auto high = suggestion(Verdict::kEdgeOfRange);
  high.steepest = 9;
  CHECK_THAT(told(high), Contains("upper end") && Contains("--max-lr 100"));
}

TEST_CASE("Real curves lead to advice, a suggestion without seeds too") {
  const std::vector<finders::RangeCurve> curves{tests::textbook_curve()};
  CHECK_THAT(told(finders::suggest(curves)), Contains("peak rate"));
  CHECK_THAT(told({}), Contains("--updates 100"));
}
