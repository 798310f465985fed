#include "finders/schedules/inverse_sqrt.hpp"

#include <algorithm>
#include <cmath>

namespace lrsweep::finders {

ScheduleCurve make_inverse_sqrt(ScheduleParams& params, const ScheduleAxis& axis) {
  const std::int64_t usual = axis.warmup > 0 ? axis.warmup : 10000;
  const auto scale = static_cast<double>(params.duration("timescale", usual, axis));
  return {.lr = [lr = axis.lr, scale](double t) { return lr / std::sqrt((t + scale) / scale); },
          .momentum = {},
          .hold = static_cast<double>(axis.updates - 1),
          .plateau = {}};
}

ScheduleCurve make_noam(ScheduleParams& params, const ScheduleAxis& axis) {
  const auto d_model = static_cast<double>(params.integer("d_model", std::nullopt, {.low = 1}));
  const auto warmup = static_cast<double>(params.duration("warmup", std::nullopt, axis));
  return {.lr =
              [lr = axis.lr, d_model, warmup](double t) {
                const double n = t + 1;
                return lr / std::sqrt(d_model) *
                       std::min(1 / std::sqrt(n), n * std::pow(warmup, -1.5));
              },
          .momentum = {},
          .hold = static_cast<double>(axis.updates - 1),
          .plateau = {}};
}

}  // namespace lrsweep::finders
