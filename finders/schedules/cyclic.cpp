#include "finders/schedules/cyclic.hpp"

#include <cmath>

namespace lrsweep::finders {
namespace {

struct Cycle {
  double up = 1;
  double down = 1;
  std::string mode;
  double gamma = 1;
};

// Height at update t: 0 at the base, 1 at the top of a full cycle.
double height(const Cycle& cycle, double t) {
  const double length = cycle.up + cycle.down;
  const double number = std::floor(1 + t / length);
  const double x = 1 + t / length - number;
  const double ratio = cycle.up / length;
  const double plain = x <= ratio ? x / ratio : (x - 1) / (ratio - 1);
  if (cycle.mode == "triangular2") return plain / std::pow(2, number - 1);
  if (cycle.mode == "exp_range") return plain * std::pow(cycle.gamma, t);
  return plain;
}

}  // namespace

ScheduleCurve make_cyclic(ScheduleParams& params, const ScheduleAxis& axis) {
  Cycle cycle;
  const double base = params.number("base_lr", std::nullopt, {.low = 0});
  const std::int64_t up = params.duration("up", std::nullopt, axis);
  cycle.up = static_cast<double>(up);
  cycle.down = static_cast<double>(params.duration("down", up, axis));
  cycle.mode = params.choice("mode", {"triangular", "triangular2", "exp_range"});
  if (cycle.mode == "exp_range") cycle.gamma = params.number("gamma", 1, kPositive);
  if (base > axis.lr) params.problem("base_lr", "is above the base rate, the top of the cycle");
  const auto cycled = params.momentum(std::nullopt);
  ScheduleCurve curve;
  curve.hold = static_cast<double>(axis.updates - 1);
  curve.lr = [lr = axis.lr, base, cycle](double t) {
    return base + (lr - base) * height(cycle, t);
  };
  if (!cycled) return curve;
  curve.momentum = [range = *cycled, cycle](double t) {
    return range.second - (range.second - range.first) * height(cycle, t);
  };
  return curve;
}

}  // namespace lrsweep::finders
