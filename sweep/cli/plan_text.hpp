// What is about to happen, in one line.
#pragma once

#include <string>

#include "sweep/cli/start_sweep.hpp"

namespace lrsweep::cli {

[[nodiscard]] std::string plan_text(const SweepPlan& plan);

}  // namespace lrsweep::cli
