#include "finders/early_stopping.hpp"

#include <cmath>

namespace lrsweep::finders {

bool EarlyStopping::observe(double value) {
  const double sign = options_.goal == core::Goal::kMaximize ? 1 : -1;
  const bool better =
      std::isfinite(value) && (!best_ || sign * (value - *best_) > options_.min_delta);
  if (!better) {
    ++since_best_;
    return false;
  }
  best_ = value;
  since_best_ = 0;
  return true;
}

}  // namespace lrsweep::finders
