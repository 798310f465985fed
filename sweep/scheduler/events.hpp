// What the scheduler is told.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/clock.hpp"
#include "core/messages.hpp"
#include "sweep/scheduler/groups.hpp"

namespace lrsweep::sweep {

// When an event happened. Time comes from outside; the scheduler never asks for it.
struct Now {
  core::Instant at;
  std::string utc;
};

// The answer to StartGroup: its processes, or why there are none.
struct GroupStarted {
  GroupId group;
  std::vector<WorkerProcess> processes;
};
struct GroupNotStarted {
  GroupId group;
  std::string why;
};

struct MessageArrived {
  GroupId group;
  int rank = 0;
  core::FromWorker message;
  std::vector<std::string> log_tail = {};  // last lines of the group's log; with RunFailed only
};

// Bytes from a worker that are no message.
struct GarbageArrived {
  GroupId group;
  int rank = 0;
  std::string what;
};

struct RankExited {
  GroupId group;
  int rank = 0;
  GroupExit exit;
  std::vector<std::string> log_tail = {};
};

// SIGINT, SIGTERM, SIGHUP. `force`: kill, do not wait.
struct StopRequested {
  int signal = 0;
  bool force = false;
};

// Nothing can be stored any more.
struct StorageFailed {
  std::string why;
};

// Time has passed: deadlines are looked at.
struct Tick {};

using Event = std::variant<GroupStarted, GroupNotStarted, MessageArrived, GarbageArrived,
                           RankExited, StopRequested, StorageFailed, Tick>;

}  // namespace lrsweep::sweep
