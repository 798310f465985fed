// The names of what a run measures of itself: as stored in `metrics`, swept by, reported.
//
// Each is a mean over samples, in natural units: losses as train.loss defines them, shares
// (accuracy, top5, f1) from 0 to 1.
#pragma once

#include <string>
#include <string_view>

#include "core/spec.hpp"
#include "core/words.hpp"

namespace lrsweep::core {

// Losses and errors fall, accuracy, top5, f1 and r2 rise.
[[nodiscard]] Goal metric_goal(std::string_view metric);

// metric.name, or its default: val_accuracy for classes, val_loss for numbers, train_loss where
// nothing is validated.
[[nodiscard]] std::string metric_name(const Spec& spec, bool classification);

// metric.goal, or the metric's own.
[[nodiscard]] Goal goal_of(const Spec& spec, std::string_view metric);

}  // namespace lrsweep::core
