// The rates that a range test tries: rung k of N at
//   exp:    lo·(hi/lo)^(k/(N−1))        linear: lo + (hi−lo)·k/(N−1)
// so both ends are tried. (Smith 2015, arXiv 1506.01186, §3.3, increases the rate linearly; rates
// equally spaced in log are what range tests use since fastai.)
//
// An extended ladder goes on past hi with the same spacing (exp: the same ratio a rung) up to
// hi·10^extend.
#pragma once

#include <cstdint>

#include "core/result.hpp"

namespace lrsweep::finders {

enum class LadderShape { kExp, kLinear };

class LrLadder {
 public:
  // Requires 0 < min_lr < max_lr, finite, and rungs >= 1; otherwise kUsage with the values. With
  // one rung only min_lr is tried.
  [[nodiscard]] static core::Result<LrLadder> make(double min_lr, double max_lr, std::int64_t rungs,
                                                   LadderShape shape);

  // Rate of rung k >= 0; k >= rungs() lies above max_lr (an extension). Rung rungs()−1 is max_lr to
  // the last bit.
  [[nodiscard]] double lr(std::int64_t rung) const;

  [[nodiscard]] std::int64_t rungs() const { return rungs_; }
  // Rungs of the ladder that goes on until max_lr·10^decades; rungs() for 0.
  [[nodiscard]] std::int64_t extended_rungs(int decades) const;

 private:
  double min_lr_ = 0;
  double max_lr_ = 0;
  std::int64_t rungs_ = 0;
  LadderShape shape_ = LadderShape::kExp;
};

}  // namespace lrsweep::finders
