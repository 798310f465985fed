#include "finders/stop_rule.hpp"

#include <algorithm>
#include <cmath>

#include "finders/robust.hpp"

namespace lrsweep::finders {
namespace {

constexpr std::size_t kMedianWindow = 5;
constexpr std::size_t kNoiseWindow = 26;  // 25 differences
constexpr int kInARow = 3;

std::span<const double> last(const std::vector<double>& losses, std::size_t count) {
  return std::span(losses).last(std::min(count, losses.size()));
}

}  // namespace

StopRule::StopRule(std::size_t rungs) : burn_in_(burn_in(rungs)) {}

std::optional<core::Stop> StopRule::observe(double loss) {
  if (!std::isfinite(loss)) return core::Stop::kNotFinite;
  losses_.push_back(loss);
  if (losses_.size() >= kMedianWindow) {
    const double middle = median(last(losses_, kMedianWindow));
    lowest_median_ = losses_.size() == kMedianWindow ? middle : std::min(lowest_median_, middle);
  }
  if (losses_.size() == burn_in_) initial_ = median(losses_);
  if (losses_.size() > burn_in_ && diverged(loss)) return core::Stop::kDiverged;
  return std::nullopt;
}

bool StopRule::diverged(double loss) {
  const double noise = noise_of(last(losses_, kNoiseWindow));
  const double fall = initial_ - lowest_median_;
  const bool above = loss > initial_ + 6 * noise + 0.5 * fall;
  const bool far_above = loss > initial_ + 18 * noise + 4 * fall;
  above_ = above ? above_ + 1 : 0;
  return above_ == kInARow || far_above;
}

bool StopRule::lost() const {
  if (losses_.size() <= burn_in_) return false;
  const bool learnt = initial_ - lowest_median_ > 6 * noise_of(last(losses_, kNoiseWindow));
  return learnt && median(last(losses_, kMedianWindow)) > initial_;
}

std::optional<StopPoint> find_stop(std::span<const double> losses, std::size_t rungs) {
  StopRule rule(rungs);
  for (std::size_t i = 0; i < losses.size(); ++i) {
    if (const auto stop = rule.observe(losses[i])) return StopPoint{.index = i, .stop = *stop};
  }
  if (rule.lost()) return StopPoint{.index = losses.size() - 1, .stop = core::Stop::kDiverged};
  return std::nullopt;
}

}  // namespace lrsweep::finders
