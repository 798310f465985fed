#include "finders/schedules/exponential.hpp"

#include <cmath>

namespace lrsweep::finders {
namespace {

ScheduleCurve by_end(ScheduleParams& params, const ScheduleAxis& axis) {
  const double end = params.number("end_factor", std::nullopt, kPositive);
  const auto updates = static_cast<double>(axis.updates);
  return {.lr = [lr = axis.lr, end, updates](double t) { return lr * std::pow(end, t / updates); },
          .momentum = {},
          .hold = updates,
          .plateau = {}};
}

}  // namespace

ScheduleCurve make_exponential(ScheduleParams& params, const ScheduleAxis& axis) {
  if (!params.has("gamma") && params.has("end_factor")) return by_end(params, axis);
  const double gamma = params.number("gamma", std::nullopt, kPositive);
  const bool per_epoch = params.choice("per", {"update", "epoch"}) == "epoch";
  if (per_epoch && axis.updates_per_epoch <= 0) {
    params.problem("per", "is \"epoch\", but the updates of an epoch are not known");
  }
  const double unit = per_epoch ? axis.updates_per_epoch : 1;
  return {.lr = [lr = axis.lr, gamma,
                 unit](double t) { return lr * std::pow(gamma, std::floor(t / unit)); },
          .momentum = {},
          .hold = static_cast<double>(axis.updates - 1),
          .plateau = {}};
}

}  // namespace lrsweep::finders
