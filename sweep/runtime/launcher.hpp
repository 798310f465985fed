// The seam between the scheduler's loop and worker processes: a group of k ranks bound to k
// devices.
//
// One real implementation (process_launcher.hpp) and one fake (tests/support/fake_launcher.hpp).
// Everything here is called from, and calls back on, the event loop's thread.
#pragma once

#include <string>
#include <vector>

#include "core/messages.hpp"
#include "core/result.hpp"
#include "sweep/scheduler/groups.hpp"

namespace lrsweep::sweep {

class GroupEvents {
 public:
  virtual ~GroupEvents() = default;
  virtual void on_message(GroupId group, int rank, core::FromWorker message) = 0;
  // A line that is not a message; the group is to be killed.
  virtual void on_garbage(GroupId group, int rank, std::string what) = 0;
  virtual void on_exit(GroupId group, int rank, GroupExit exit) = 0;
};

class Launcher {
 public:
  virtual ~Launcher() = default;
  // Starts the ranks. The error (a binary that is not there, EAGAIN, EMFILE) leaves none behind.
  virtual core::Result<std::vector<WorkerProcess>> start(const GroupRequest& request,
                                                         GroupEvents& events) = 0;
  virtual void send(GroupId group, int rank, const core::ToWorker& message) = 0;
  // SIGTERM to each rank's process group; kill() is SIGKILL, then a sweep for stragglers.
  virtual void terminate(GroupId group) = 0;
  virtual void kill(GroupId group) = 0;
};

}  // namespace lrsweep::sweep
