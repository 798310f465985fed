// Keys of the section metric: what runs are compared by.
#pragma once

#include <array>

#include "core/spec_table.hpp"

namespace lrsweep::core::keys {

using enum SpecType;

inline constexpr auto kMetric = std::to_array<SpecKey>({
    {.key = "metric.name",
     .type = kText,
     .default_json = "null",
     .choices = "val_loss|val_accuracy|val_top5|val_f1|val_mse|val_mae|val_r2|train_loss",
     .nullable = true,
     .long_only = true,
     .help = "What runs are compared by; null is val_accuracy for classes, val_loss for numbers, "
             "train_loss without validation."},
    {.key = "metric.goal",
     .type = kText,
     .default_json = "null",
     .choices = "minimize|maximize",
     .nullable = true,
     .help = "null follows the metric."},
    {.key = "metric.at",
     .type = kText,
     .default_json = R"("last")",
     .choices = "last|best",
     .long_only = true,
     .help = "Which validation counts: the last, or the best."},
});

}  // namespace lrsweep::core::keys
