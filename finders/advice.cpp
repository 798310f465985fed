#include <algorithm>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "finders/lr_suggestion.hpp"
#include "finders/verdict.hpp"

namespace lrsweep::finders {
namespace {

using core::Verdict;

constexpr std::int64_t kUsualUpdates = 100;

// What all curves together have tried.
struct Tried {
  double lowest = 0;
  double highest = 0;
  std::int64_t updates = 0;
  std::int64_t stable = 0;
};

Tried tried_by(const Suggestion& suggestion) {
  Tried tried;
  for (const CurveSuggestion& curve : suggestion.curves) {
    tried.lowest = tried.lowest == 0 ? curve.lowest_lr : std::min(tried.lowest, curve.lowest_lr);
    tried.highest = std::max(tried.highest, curve.highest_lr);
    tried.updates = std::max(tried.updates, curve.tried);
    tried.stable = std::max(tried.stable, curve.stable);
  }
  return tried;
}

std::string how_to_use(const Suggestion& suggestion) {
  return fmt::format(
      "Use {:.3g} as the peak rate of a schedule with warm-up and decay, or {:.3g} "
      "as a constant rate, with the batch size, optimizer and weight decay it was "
      "measured with.",
      *suggestion.lr, constant_lr(*suggestion.lr));
}

std::string of_flat(const Tried& tried, std::string_view command) {
  return fmt::format(
      "The loss never fell by more than its noise between {:.3g} and {:.3g}. Check "
      "that the labels belong to the data, then try higher rates and more updates: "
      "{} --max-lr {:.3g} --updates {}",
      tried.lowest, tried.highest, command, 10 * tried.highest,
      std::max(kUsualUpdates, 2 * tried.updates));
}

std::string of_not_diverged(const Suggestion& suggestion, const Tried& tried,
                            std::string_view command) {
  return fmt::format(
      "Training was still stable at {:.3g}, the highest rate tried, so the best rate "
      "may lie above {:.3g}. Extend the range: {} --max-lr {:.3g}",
      tried.highest, *suggestion.lr, command, 10 * tried.highest);
}

std::string of_nan_at(const Tried& tried, std::string_view command) {
  return fmt::format(
      "Training diverged at {:.3g}, within the first fifth of the range. Start "
      "lower: {} --min-lr {:.3g} --max-lr {:.3g}",
      tried.highest, command, tried.lowest / 1000, tried.highest);
}

std::string of_too_few(const Tried& tried, std::string_view command) {
  return fmt::format(
      "{} {} before the end of the curve are too few; {} are needed. Take more updates: "
      "{} --updates {}",
      tried.stable, tried.stable == 1 ? "point" : "points", kFewestPoints, command,
      std::max(kUsualUpdates, 2 * tried.updates));
}

std::string of_edge_of_range(const Suggestion& suggestion, const Tried& tried,
                             std::string_view command) {
  const bool low = *suggestion.steepest / tried.lowest < tried.highest / *suggestion.steepest;
  return fmt::format(
      "The loss falls fastest at the {} end of the range, at {:.3g}: the best rate "
      "may lie outside. Widen the range: {} --{}-lr {:.3g}",
      low ? "lower" : "upper", *suggestion.steepest, command, low ? "min" : "max",
      low ? tried.lowest / 100 : 10 * tried.highest);
}

std::string of_low_snr(const Suggestion& suggestion, const Tried& tried, std::string_view command) {
  return fmt::format(
      "The seeds disagree: {:.3g} to {:.3g}, {:.1f} decades. Take more updates and "
      "seeds, or a larger batch: {} --updates {} --seeds {}",
      *suggestion.low, *suggestion.high, suggestion.width_decades, command, 2 * tried.updates,
      suggestion.seeds + 2);
}

std::string of_clip_saturated(const Tried& tried, std::string_view command) {
  return fmt::format(
      "More than half of the updates were clipped, which hides divergence up to "
      "{:.3g}: take the rate as a guess. Measure without clipping: {} --set "
      "train.clip_norm=null",
      tried.highest, command);
}

}  // namespace

std::string advice(const Suggestion& suggestion, std::string_view command) {
  const Tried tried = tried_by(suggestion);
  switch (suggestion.verdict) {
    case Verdict::kOk:
      return how_to_use(suggestion);
    case Verdict::kFlat:
      return of_flat(tried, command);
    case Verdict::kNotDiverged:
      return of_not_diverged(suggestion, tried, command);
    case Verdict::kNanAt:
      return of_nan_at(tried, command);
    case Verdict::kTooFew:
      return of_too_few(tried, command);
    case Verdict::kEdgeOfRange:
      return of_edge_of_range(suggestion, tried, command);
    case Verdict::kLowSnr:
      return of_low_snr(suggestion, tried, command);
    case Verdict::kClipSaturated:
      return of_clip_saturated(tried, command);
  }
  return {};
}

}  // namespace lrsweep::finders
