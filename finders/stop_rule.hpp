// When a range test has seen enough: the raw losses have left the level they started from and do
// not come back.
//
// With x0 = median of the first burn_in losses, σ = noise of the last 25 differences (robust.hpp)
// and m = running minimum of the median of the last 5 losses, a run after its burn-in has diverged
//   when three losses in a row exceed   x0 + 6σ + 0.5·(x0 − m),
//   or one loss exceeds                 x0 + 18σ + 4·(x0 − m).
// At the end of the ladder it counts as diverged too when it has lost what it had learnt without an
// explosion (dead units, collapsed adaptive steps): the median of the last 5 is above x0, and x0 −
// m above 6σ. A run that never learnt is not that. NaN and infinity end it at once, in the burn-in
// too. Only differences of losses matter: adding a constant to all of them, or a loss that is
// negative, changes nothing. A threshold above the running minimum alone would end noisy
// small-batch runs after a few rungs; two losses in a row just above x0 would end short tests at a
// bump that longer ones pass (docs/numerics.md has the figures).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/words.hpp"

namespace lrsweep::finders {

class StopRule {
 public:
  // `rungs`: how many losses are planned; sets the burn-in.
  explicit StopRule(std::size_t rungs);

  // Takes the next loss; says why the run ends with it, or nothing while it goes on. Losses after
  // the one that ended the run must not be given.
  std::optional<core::Stop> observe(double loss);

  // Whether a run that ends here has lost what it had learnt. False within the burn-in.
  [[nodiscard]] bool lost() const;

 private:
  [[nodiscard]] bool diverged(double loss);

  std::size_t burn_in_;
  std::vector<double> losses_;
  double initial_ = 0;        // x0, known after the burn-in
  double lowest_median_ = 0;  // m, known from the fifth loss on
  int above_ = 0;             // losses in a row above the lower threshold, up to now
};

// Where a whole curve ends by the rule above: the index of the loss that ends it and why (the last
// one for a run that is lost()), or nothing when it never diverges.
struct StopPoint {
  std::size_t index = 0;
  core::Stop stop = core::Stop::kEnd;
};
[[nodiscard]] std::optional<StopPoint> find_stop(std::span<const double> losses, std::size_t rungs);

}  // namespace lrsweep::finders
