// Keys of the section synthetic: constants of model.name synthetic.
#pragma once

#include <array>

#include "core/spec_table.hpp"

namespace lrsweep::core::keys {

using enum SpecType;

inline constexpr auto kSynthetic = std::to_array<SpecKey>({
    {.key = "synthetic.best_lr",
     .type = kNumber,
     .default_json = "0.1",
     .low = 0,
     .low_is_open = true,
     .long_only = true,
     .help = "Rate at which the formula learns fastest."},
    {.key = "synthetic.diverge_lr",
     .type = kNumber,
     .default_json = "1.0",
     .low = 0,
     .low_is_open = true,
     .long_only = true,
     .help = "Rate above which its loss diverges."},
    {.key = "synthetic.noise",
     .type = kNumber,
     .default_json = "0.01",
     .low = 0,
     .long_only = true,
     .help = "Standard deviation of its loss between updates."},
    {.key = "synthetic.samples",
     .type = kInteger,
     .default_json = "12800",
     .low = 1,
     .long_only = true,
     .unit = "samples",
     .help = "Samples of an epoch."},
    {.key = "synthetic.epoch_seconds",
     .type = kNumber,
     .default_json = "0.0",
     .low = 0,
     .high = 86400,
     .long_only = true,
     .unit = "seconds",
     .help = "Time that an epoch takes."},
});

}  // namespace lrsweep::core::keys
