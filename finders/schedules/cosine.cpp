#include "finders/schedules/cosine.hpp"

#include <cmath>
#include <numbers>

namespace lrsweep::finders {
namespace {

double fall(double x) { return (1 + std::cos(std::numbers::pi * x)) / 2; }

double lowest_rate(ScheduleParams& params, const ScheduleAxis& axis) {
  if (!params.has("end_factor")) return params.number("min_lr", 0, {.low = 0});
  if (params.has("min_lr")) params.problem("min_lr", "and end_factor say the same: give one");
  static_cast<void>(params.raw("min_lr"));
  return axis.lr * params.number("end_factor", 0, {.low = 0});
}

// Share of its cycle that update t has reached; cycles of first·mult^i updates from 0.
double share_of_cycle(double t, double first, double mult) {
  double start = 0;
  double length = first;
  if (mult == 1) {
    start = first * std::floor(t / first);
  } else {
    while (t >= start + length) {
      start += length;
      length *= mult;
    }
  }
  return (t - start) / length;
}

}  // namespace

ScheduleCurve make_cosine(ScheduleParams& params, const ScheduleAxis& axis) {
  const double low = lowest_rate(params, axis);
  const auto updates = static_cast<double>(axis.updates);
  return {
      .lr = [lr = axis.lr, low, updates](double t) { return low + (lr - low) * fall(t / updates); },
      .momentum = {},
      .hold = updates,
      .plateau = {}};
}

ScheduleCurve make_cosine_restarts(ScheduleParams& params, const ScheduleAxis& axis) {
  const auto first = static_cast<double>(params.duration("first", std::nullopt, axis));
  const auto mult = static_cast<double>(params.integer("mult", 1, {.low = 1}));
  const double low = params.number("min_lr", 0, {.low = 0});
  return {.lr = [lr = axis.lr, first, mult,
                 low](double t) { return low + (lr - low) * fall(share_of_cycle(t, first, mult)); },
          .momentum = {},
          .hold = static_cast<double>(axis.updates - 1),
          .plateau = {}};
}

ScheduleCurve make_flat_cosine(ScheduleParams& params, const ScheduleAxis& axis) {
  const double flat = params.number("pct", 0.75, kShare);
  const auto updates = static_cast<double>(axis.updates);
  return {.lr =
              [lr = axis.lr, flat, updates](double t) {
                const double p = t / updates;
                return p <= flat ? lr : lr * fall((p - flat) / (1 - flat));
              },
          .momentum = {},
          .hold = updates,
          .plateau = {}};
}

}  // namespace lrsweep::finders
