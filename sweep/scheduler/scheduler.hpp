// The scheduler: a state machine, event in, actions out. It knows no clock, process, file or
// thread; sweep/runtime/driver.hpp joins it to them.
//
//   State state = …;                      // devices, trials, queued runs
//   for each event: carry out handle(state, event, now); until state.finished
//
// What it promises, whatever comes in (check_invariants() closes every test): a device serves one
// group; a run has at most one attempt at a time and one result for ever; what failed for a cause
// that may pass is tried again (retry_policy.hpp); whatever hangs is ended in bounded time
// (watchdog.cpp); every decision is an EventRecord with its reason.
#pragma once

#include <cstdint>

#include "sweep/scheduler/actions.hpp"
#include "sweep/scheduler/events.hpp"
#include "sweep/scheduler/state.hpp"

namespace lrsweep::sweep {

// Adds a trial, and a run of it that waits. Keys are given by the caller, in order. `run.state` is
// kQueued; `attempts` is the number of attempts there were before (resume).
void add_trial(State& state, Trial trial);
void add_run(State& state, core::RunRecord record, core::RunKey key, int attempts);

// The first event is a Tick. Events of groups that are gone are ignored.
[[nodiscard]] Actions handle(State& state, const Event& event, const Now& now);

struct Counts {
  std::int64_t complete = 0;  // complete, pruned, diverged
  std::int64_t failed = 0;
  std::int64_t owed = 0;  // queued or running
};
[[nodiscard]] Counts count_runs(const State& state);

// Aborts where the state contradicts itself.
void check_invariants(const State& state);

}  // namespace lrsweep::sweep
