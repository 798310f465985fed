#include "finders/schedules/plateau_schedule.hpp"

namespace lrsweep::finders {

ScheduleCurve make_plateau(ScheduleParams& params, const ScheduleAxis& axis) {
  constexpr double kMost = 1e6;
  PlateauOptions options;
  options.factor = params.number("factor", options.factor, {.low = 0, .high = 0.999999});
  options.patience = static_cast<int>(params.integer("patience", 10, {.low = 0, .high = kMost}));
  options.threshold = params.number("threshold", options.threshold, {.low = 0});
  options.cooldown = static_cast<int>(params.integer("cooldown", 0, {.low = 0, .high = kMost}));
  options.min_lr = params.number("min_lr", 0, {.low = 0});
  options.maximize = params.choice("mode", {"min", "max"}) == "max";
  return {
      .lr = [lr = axis.lr](double) { return lr; }, .momentum = {}, .hold = 0, .plateau = options};
}

}  // namespace lrsweep::finders
