#include "finders/schedules/step.hpp"

#include <algorithm>
#include <cmath>

namespace lrsweep::finders {

ScheduleCurve make_constant(ScheduleParams& /*params*/, const ScheduleAxis& axis) {
  return {.lr = [lr = axis.lr](double) { return lr; }, .momentum = {}, .hold = 0, .plateau = {}};
}

ScheduleCurve make_step(ScheduleParams& params, const ScheduleAxis& axis) {
  const auto every = static_cast<double>(params.duration("every", std::nullopt, axis));
  const double gamma = params.number("gamma", 0.1, kPositive);
  return {.lr = [lr = axis.lr, every,
                 gamma](double t) { return lr * std::pow(gamma, std::floor(t / every)); },
          .momentum = {},
          .hold = static_cast<double>(axis.updates - 1),
          .plateau = {}};
}

ScheduleCurve make_multistep(ScheduleParams& params, const ScheduleAxis& axis) {
  auto at = params.durations("at", axis);
  std::sort(at.begin(), at.end());
  const double gamma = params.number("gamma", 0.1, kPositive);
  return {.lr =
              [lr = axis.lr, at, gamma](double t) {
                const auto passed = std::upper_bound(at.begin(), at.end(), t) - at.begin();
                return lr * std::pow(gamma, static_cast<double>(passed));
              },
          .momentum = {},
          .hold = static_cast<double>(axis.updates - 1),
          .plateau = {}};
}

}  // namespace lrsweep::finders
