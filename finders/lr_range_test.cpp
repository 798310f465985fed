#include "finders/lr_range_test.hpp"

#include <cmath>
#include <utility>

#include "core/check.hpp"

namespace lrsweep::finders {

LrRangeTest::LrRangeTest(LrLadder ladder, RangeTestOptions options)
    : ladder_(std::move(ladder)),
      options_(options),
      rule_(static_cast<std::size_t>(ladder_.rungs())) {}

std::optional<double> LrRangeTest::next_lr() const {
  if (stop_) return std::nullopt;
  return ladder_.lr(static_cast<std::int64_t>(points_.size()));
}

void LrRangeTest::observe(const Observation& observation) {
  const auto lr = next_lr();
  LRSWEEP_CHECK(lr.has_value(), "a loss after the end of the range test");
  points_.push_back({.lr = *lr,
                     .loss = observation.loss,
                     .grad_norm = observation.grad_norm,
                     .clipped_share = observation.clipped_share});
  if (options_.stop_on_divergence) {
    stop_ = rule_.observe(observation.loss);
  } else if (!std::isfinite(observation.loss)) {
    stop_ = core::Stop::kNotFinite;
  }
  if (!stop_ && std::ssize(points_) == planned_rungs()) end_or_extend();
}

void LrRangeTest::end_or_extend() {
  if (options_.stop_on_divergence && rule_.lost()) {
    stop_ = core::Stop::kDiverged;
    return;
  }
  const auto planned = planned_rungs();
  if (extended_decades_ < options_.extend_decades) ++extended_decades_;
  // A ladder of one rung has no spacing to go on with.
  if (planned_rungs() == planned) stop_ = core::Stop::kEnd;
}

std::span<const RangePoint> LrRangeTest::points() const { return points_; }

std::optional<core::Stop> LrRangeTest::stop() const { return stop_; }

std::int64_t LrRangeTest::planned_rungs() const {
  return ladder_.extended_rungs(extended_decades_);
}

}  // namespace lrsweep::finders
