#include "finders/schedules/plateau.hpp"

#include <algorithm>
#include <cmath>

namespace lrsweep::finders {

bool Plateau::improves(double metric) const {
  if (!std::isfinite(metric)) return false;
  if (!best_) return true;
  const double margin = options_.threshold * std::abs(*best_);
  return options_.maximize ? metric > *best_ + margin : metric < *best_ - margin;
}

void Plateau::epoch_ended(double metric) {
  if (improves(metric)) {
    best_ = metric;
    bad_epochs_ = 0;
  } else {
    ++bad_epochs_;
  }
  if (cooldown_left_ > 0) {
    --cooldown_left_;
    bad_epochs_ = 0;
  }
  if (bad_epochs_ <= options_.patience) return;
  lr_ = std::min(lr_, std::max(lr_ * options_.factor, options_.min_lr));
  cooldown_left_ = options_.cooldown;
  bad_epochs_ = 0;
}

}  // namespace lrsweep::finders
