// Snapshots of sweeps as storage/ would give them: the inputs of the report's tests.
#pragma once

#include <string>

#include "core/records.hpp"

namespace lrsweep::testing {

// Three seeds of 200 updates that all diverged (tests/reports/data/curves.json); the losses and
// rates are measured, the gradient norms made up. Complete, verdict ok.
[[nodiscard]] core::Snapshot measured_sweep();

// The same with every eighth rung only: small enough to read.
[[nodiscard]] core::Snapshot small_sweep();

// measured_sweep() interrupted: run 0 complete, run 1 failed after two attempts, run 2 cut short.
[[nodiscard]] core::Snapshot interrupted_sweep();

// Started a moment ago: no run has a point.
[[nodiscard]] core::Snapshot fresh_sweep();

// Three runs whose loss never falls: complete, no rate.
[[nodiscard]] core::Snapshot flat_sweep();

// measured_sweep() with losses of 1e30, infinity and NaN at its end.
[[nodiscard]] core::Snapshot exploding_sweep();

// measured_sweep() told not to stop: 40 more rungs with losses of a million and more.
[[nodiscard]] core::Snapshot unstopped_sweep();

// A training run of five epochs with a best one, a test and a warning.
[[nodiscard]] core::Snapshot training_sweep();

// The same, ended by a loss that is not a number in its first epoch.
[[nodiscard]] core::Snapshot diverged_training();

// measured_sweep() with hostile_text() in every field that holds text.
[[nodiscard]] core::Snapshot hostile_sweep();

// Markup, comments, quotes, line separators, bidirectional overrides, ANSI escapes, NUL and bytes
// that are not UTF-8. Any script of it that runs sets window.pwned.
[[nodiscard]] std::string hostile_text();

}  // namespace lrsweep::testing
