// How many runs a sweep is made of.
#pragma once

#include <cstdint>

#include "core/spec.hpp"
#include "core/words.hpp"

namespace lrsweep::core {

// Trainings of each trial with seeds of their own: range_test.seeds for a range test.
[[nodiscard]] int repeats_of(SweepKind kind, const Spec& spec);

// Over all trials.
[[nodiscard]] std::int64_t planned_runs(SweepKind kind, const Spec& spec);

}  // namespace lrsweep::core
