// What the scheduler wants done, in this order. Whoever carries them out decides nothing.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/messages.hpp"
#include "core/records.hpp"
#include "core/words.hpp"
#include "sweep/scheduler/groups.hpp"
#include "sweep/scheduler/run_label.hpp"

namespace lrsweep::sweep {

// Answered by GroupStarted or GroupNotStarted.
struct StartGroup {
  GroupRequest request;
};
struct SendMessage {
  GroupId group;
  int rank = 0;
  core::ToWorker message;
};
struct TerminateGroup {
  GroupId group;
};
struct KillGroup {
  GroupId group;
};

struct WriteRow {
  core::Write row;
};

struct ShowStarted {
  RunLabel run;
};
struct ShowProgress {
  RunLabel run;
  core::Progress progress;
};
// To be shown once every row written so far is durable.
struct ShowEnded {
  RunLabel run;
  core::RunState state = core::RunState::kQueued;
  std::string reason;
};
struct ShowNote {
  std::string line;
};

// Nothing runs and nothing will: leave the loop.
struct Finish {};

using Action = std::variant<StartGroup, SendMessage, TerminateGroup, KillGroup, WriteRow,
                            ShowStarted, ShowProgress, ShowEnded, ShowNote, Finish>;
using Actions = std::vector<Action>;

}  // namespace lrsweep::sweep
