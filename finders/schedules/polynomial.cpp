#include "finders/schedules/polynomial.hpp"

#include <cmath>

namespace lrsweep::finders {
namespace {

ScheduleCurve falling(const ScheduleAxis& axis, double power, double end) {
  const auto updates = static_cast<double>(axis.updates);
  return {.lr = [lr = axis.lr, power, end, updates](
                    double t) { return lr * (end + (1 - end) * std::pow(1 - t / updates, power)); },
          .momentum = {},
          .hold = updates,
          .plateau = {}};
}

}  // namespace

ScheduleCurve make_linear(ScheduleParams& params, const ScheduleAxis& axis) {
  return falling(axis, 1, params.number("end_factor", 0, {.low = 0}));
}

ScheduleCurve make_polynomial(ScheduleParams& params, const ScheduleAxis& axis) {
  const double power = params.number("power", 1, kPositive);
  return falling(axis, power, params.number("end_factor", 0, {.low = 0}));
}

}  // namespace lrsweep::finders
