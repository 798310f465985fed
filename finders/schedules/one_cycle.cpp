#include "finders/schedules/one_cycle.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace lrsweep::finders {
namespace {

struct Phase {
  double end = 0;  // last update
  double from = 0;
  double to = 0;
  double momentum_from = 0;
  double momentum_to = 0;
};

double between(double from, double to, double share, bool linear) {
  if (linear) return from + (to - from) * share;
  return to + (from - to) / 2 * (1 + std::cos(std::numbers::pi * share));
}

// The phase that update t is in, and how far.
std::pair<const Phase*, double> locate(const std::vector<Phase>& phases, double t) {
  double start = 0;
  for (const Phase& phase : phases) {
    if (t <= phase.end) {
      const double length = phase.end - start;
      return {&phase, length > 0 ? (t - start) / length : 1};
    }
    start = std::max(start, phase.end);
  }
  return {&phases.back(), 1};
}

struct Levels {
  double initial = 0;
  double peak = 0;
  double final = 0;
  double low = 0;   // momentum
  double high = 0;  // momentum
};

std::vector<Phase> phases_of(const Levels& at, double up_end, double last, bool three_phase) {
  const Phase up{up_end, at.initial, at.peak, at.high, at.low};
  if (!three_phase) return {up, {last, at.peak, at.final, at.low, at.high}};
  return {up,
          {2 * up_end, at.peak, at.initial, at.low, at.high},
          {last, at.initial, at.final, at.high, at.high}};
}

}  // namespace

ScheduleCurve make_one_cycle(ScheduleParams& params, const ScheduleAxis& axis) {
  const bool three_phase = params.flag("three_phase", false);
  const double pct = params.number("pct_start", 0.3, {.low = 0, .high = three_phase ? 0.5 : 1.0});
  const double div = params.number("div", 25, kPositive);
  const double final_div = params.number("final_div", 1e4, kPositive);
  const bool linear = params.choice("anneal", {"cos", "linear"}) == "linear";
  const auto cycled = params.momentum(std::pair(0.85, 0.95));
  const auto [low, high] = cycled.value_or(std::pair(0.0, 0.0));
  if (axis.updates < 2) params.problem("name", "one_cycle needs at least 2 updates");
  const double last = static_cast<double>(axis.updates - 1);
  const double up_end = pct * static_cast<double>(axis.updates) - 1;
  const Levels levels{axis.lr / div, axis.lr, axis.lr / div / final_div, low, high};
  const auto phases = phases_of(levels, up_end, last, three_phase);
  ScheduleCurve curve;
  curve.hold = last;
  curve.lr = [phases, linear](double t) {
    const auto [phase, share] = locate(phases, t);
    return between(phase->from, phase->to, share, linear);
  };
  if (!cycled) return curve;
  curve.momentum = [phases, linear](double t) {
    const auto [phase, share] = locate(phases, t);
    return between(phase->momentum_from, phase->momentum_to, share, linear);
  };
  return curve;
}

}  // namespace lrsweep::finders
