// Inside of the scheduler: one call of handle(), and what its parts (placement, groups, runs,
// watchdog, stopping) offer each other. Not for use outside of this folder.
#pragma once

#include <string>

#include "core/json.hpp"
#include "sweep/scheduler/actions.hpp"
#include "sweep/scheduler/events.hpp"
#include "sweep/scheduler/state.hpp"

namespace lrsweep::sweep {

struct Step {
  State& state;
  const Now& now;
  Actions& actions;
};

inline core::Instant later(core::Instant at, core::Seconds by) {
  return at + std::chrono::duration_cast<core::Instant::duration>(by);
}

// rows.cpp
void write(Step& step, core::Write row);
void record_event(Step& step, std::string_view kind, core::Json detail);
void note(Step& step, std::string line);
[[nodiscard]] RunLabel label_of(const State& state, const Run& run);
[[nodiscard]] std::string name_of(const Run& run);  // "trial 0, repeat 1"
[[nodiscard]] std::vector<std::string> device_names(const State& state, const Group& group);
void update_trial(Step& step, Trial& trial);

// placement.cpp: starts and retires groups, gives idle ones the next run.
void place(Step& step);

// groups.cpp
void send_to_all(Step& step, const Group& group, const core::ToWorker& message);
void retire(Step& step, Group& group);
// SIGTERM, later SIGKILL; a run that the group owns ends with this cause once all ranks are gone.
void begin_ending(Step& step, Group& group, Ending ending);
void kill_now(Step& step, Group& group);
// All ranks are gone (or given up): ends the run, frees the devices, forgets the group.
void remove_group(Step& step, Group& group);

void on_started(Step& step, Group& group, const GroupStarted& event);
void on_not_started(Step& step, Group& group, const GroupNotStarted& event);
void on_exit(Step& step, Group& group, const RankExited& event);
void on_garbage(Step& step, Group& group, const GarbageArrived& event);

// runs.cpp
void begin_attempt(Step& step, Group& group, Run& run);
void send_run(Step& step, Group& group, Run& run);
struct Outcome {
  core::Cause cause = core::Cause::kOk;
  std::string message = {};
  GroupExit exit = {};
  const core::RunResult* result = nullptr;  // with kOk
  std::vector<std::string> log_tail = {};
};
// Ends the group's attempt; the group is left without a run.
void end_attempt(Step& step, Group& group, const Outcome& outcome);

// stopping.cpp
// Tells the run's ranks to stop it at the next update.
void cancel_run(Step& step, Group& group);
void force_stop(Step& step);
void stop(Step& step, Stop why);
void count_failure(Step& step, const Run& run, core::Cause cause, const std::string& line);
void count_device_outcome(Step& step, const Group& group, const Run& run, core::Cause cause);
void finish_if_done(Step& step);

// watchdog.cpp
void look_at_deadlines(Step& step);
void skip_stopped_gap(State& state, core::Instant now);

// messages.cpp
void on_message(Step& step, Group& group, const MessageArrived& event);

}  // namespace lrsweep::sweep
