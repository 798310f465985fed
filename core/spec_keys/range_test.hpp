// Keys of the section range_test: the ladder of rates of a range test.
#pragma once

#include <array>

#include "core/spec_table.hpp"

namespace lrsweep::core::keys {

using enum SpecType;

inline constexpr auto kRangeTest = std::to_array<SpecKey>({
    {.key = "range_test.min_lr",
     .type = kNumber,
     .default_json = "null",
     .low = 1e-30,
     .high = 1e30,
     .nullable = true,
     .help = "First rate; null is 1e-6 for sgd, 1e-7 for adamw."},
    {.key = "range_test.max_lr",
     .type = kNumber,
     .default_json = "null",
     .low = 1e-30,
     .high = 1e30,
     .nullable = true,
     .help = "Last rate; null is 10 for sgd, 1 for adamw."},
    {.key = "range_test.updates",
     .type = kInteger,
     .default_json = "100",
     .low = 1,
     .high = 1000000,
     .unit = "updates",
     .help = "Rungs of the ladder, both ends tried."},
    {.key = "range_test.seeds",
     .type = kInteger,
     .default_json = "3",
     .low = 1,
     .high = 1000,
     .unit = "runs",
     .help = "Repeats with different seeds; the suggestion is their median."},
    {.key = "range_test.shape",
     .type = kText,
     .default_json = R"("exp")",
     .choices = "exp|linear",
     .help = "Spacing of the rates."},
    {.key = "range_test.curve",
     .type = kText,
     .default_json = R"("train")",
     .choices = "train|val",
     .help = "Loss of each update's own batch, or of a fixed probe set of held-out samples."},
    {.key = "range_test.stop",
     .type = kFlag,
     .default_json = "true",
     .help = "End a run once its loss diverges; NaN and infinity always end it."},
    {.key = "range_test.extend",
     .type = kInteger,
     .default_json = "2",
     .low = 0,
     .high = 2,
     .unit = "decades",
     .help = "Decades that a run which did not diverge goes on above the last rate."},
});

}  // namespace lrsweep::core::keys
