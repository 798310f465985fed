#include "finders/verdict.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/check.hpp"
#include "finders/lr_suggestion.hpp"
#include "finders/robust.hpp"

namespace lrsweep::finders {
namespace {

using core::Stop;
using core::Verdict;

constexpr double kEarlyShare = 0.2;
constexpr double kEndShare = 0.05;
// Falls below this share of the loss are rounding.
constexpr double kRounding = 1e-9;

constexpr std::array kOrder{
    Verdict::kNanAt,         Verdict::kTooFew,      Verdict::kFlat,        Verdict::kLowSnr,
    Verdict::kClipSaturated, Verdict::kEdgeOfRange, Verdict::kNotDiverged, Verdict::kOk};

bool at_an_end(const CurveFacts& facts) {
  const auto margin =
      static_cast<std::size_t>(std::ceil(kEndShare * static_cast<double>(facts.points)));
  if (facts.steepest < margin) return true;
  return facts.stop == Stop::kEnd && facts.steepest + margin >= facts.points;
}

}  // namespace

bool fall_is_real(const CurveFacts& facts) {
  const auto points = static_cast<double>(facts.points);
  const double of_median = std::numbers::pi / 2 / static_cast<double>(burn_in(facts.planned));
  const double of_mean = 1 / (2 * std::sqrt(std::numbers::pi) * facts.width);
  const double error = facts.noise * std::sqrt(of_median + of_mean);
  const double chance = std::sqrt(2 * std::log(1 + points / facts.width));
  const double fall = facts.initial - facts.lowest;
  return fall > (2 + chance) * error && fall > kRounding * std::abs(facts.initial);
}

bool diverged_early(const CurveFacts& facts) {
  const double share = static_cast<double>(facts.points) / static_cast<double>(facts.planned);
  return facts.stop != Stop::kEnd && share < kEarlyShare;
}

Verdict judge(const CurveFacts& facts) {
  if (diverged_early(facts)) return Verdict::kNanAt;
  if (facts.points < kFewestPoints) return Verdict::kTooFew;
  if (!fall_is_real(facts)) return Verdict::kFlat;
  const bool never_diverged = facts.stop == Stop::kEnd;
  if (never_diverged && facts.clipped_share > 0.5) return Verdict::kClipSaturated;
  if (at_an_end(facts)) return Verdict::kEdgeOfRange;
  return never_diverged ? Verdict::kNotDiverged : Verdict::kOk;
}

Verdict judge_seeds(std::span<const Verdict> verdicts) {
  LRSWEEP_CHECK(!verdicts.empty(), "a verdict over no seeds");
  const auto with_rate = std::count_if(verdicts.begin(), verdicts.end(), gives_rate);
  const bool rate = 2 * with_rate >= std::ssize(verdicts);
  const auto votes = [&](Verdict verdict) {
    return gives_rate(verdict) == rate ? std::count(verdicts.begin(), verdicts.end(), verdict) : -1;
  };
  return *std::max_element(kOrder.begin(), kOrder.end(),
                           [&](Verdict a, Verdict b) { return votes(a) < votes(b); });
}

}  // namespace lrsweep::finders
