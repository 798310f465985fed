// Keys of the section resources: where runs are placed.
#pragma once

#include <array>

#include "core/spec_table.hpp"

namespace lrsweep::core::keys {

using enum SpecType;

inline constexpr auto kResources = std::to_array<SpecKey>({
    {.key = "resources.devices",
     .type = kText,
     .default_json = R"("auto")",
     .placement = true,
     .help = "Where runs are placed: auto, cpu:N (N slots sharing the cores), cuda, cuda:0,2."},
    {.key = "resources.devices_per_trial",
     .type = kInteger,
     .default_json = "1",
     .low = 1,
     .high = 64,
     .unit = "devices",
     .help = "Devices that one run trains on, data-parallel."},
    {.key = "resources.max_parallel",
     .type = kInteger,
     .default_json = "null",
     .low = 1,
     .high = 4096,
     .nullable = true,
     .placement = true,
     .unit = "runs",
     .help = "Runs at once; null is as many as the devices hold."},
    {.key = "resources.trial_timeout",
     .type = kSeconds,
     .default_json = "null",
     .low = 0,
     .low_is_open = true,
     .high = 31536000,
     .nullable = true,
     .placement = true,
     .unit = "seconds",
     .help = R"(Longest time for one run: 90, "90s", "15m", "2h"; null sets no limit.)"},
});

}  // namespace lrsweep::core::keys
