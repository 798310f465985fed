#include "finders/lr_ladder.hpp"

#include <cmath>

#include <fmt/format.h>

#include "core/check.hpp"
#include "core/text.hpp"

namespace lrsweep::finders {

core::Result<LrLadder> LrLadder::make(double min_lr, double max_lr, std::int64_t rungs,
                                      LadderShape shape) {
  const bool in_order = std::isfinite(min_lr) && std::isfinite(max_lr) && 0 < min_lr;
  if (!in_order || min_lr >= max_lr) {
    return core::fail(core::ErrorKind::kUsage,
                      fmt::format("learning rates {} to {}: the lowest must be above 0 and below "
                                  "the highest, both finite",
                                  core::number_text(min_lr), core::number_text(max_lr)));
  }
  if (rungs < 1) {
    return core::fail(core::ErrorKind::kUsage,
                      fmt::format("{} updates: a range test needs at least 1", rungs));
  }
  LrLadder ladder;
  ladder.min_lr_ = min_lr;
  ladder.max_lr_ = max_lr;
  ladder.rungs_ = rungs;
  ladder.shape_ = shape;
  return ladder;
}

double LrLadder::lr(std::int64_t rung) const {
  LRSWEEP_CHECK(rung >= 0, "a rung below the ladder");
  if (rung == 0) return min_lr_;
  LRSWEEP_CHECK(rungs_ > 1, "a ladder of one rung has no spacing");
  if (rung == rungs_ - 1) return max_lr_;
  const double share = static_cast<double>(rung) / static_cast<double>(rungs_ - 1);
  return shape_ == LadderShape::kExp ? min_lr_ * std::pow(max_lr_ / min_lr_, share)
                                     : min_lr_ + (max_lr_ - min_lr_) * share;
}

std::int64_t LrLadder::extended_rungs(int decades) const {
  if (decades <= 0 || rungs_ == 1) return rungs_;
  const double top = max_lr_ * std::pow(10.0, decades);
  const double gaps = static_cast<double>(rungs_ - 1);
  const double more = shape_ == LadderShape::kExp
                          ? gaps * std::log(top / max_lr_) / std::log(max_lr_ / min_lr_)
                          : gaps * (top - max_lr_) / (max_lr_ - min_lr_);
  // The tolerance keeps a decade that is a whole number of rungs from gaining one by rounding.
  return rungs_ + static_cast<std::int64_t>(std::ceil(more - 1e-9 * more));
}

}  // namespace lrsweep::finders
