// The seam between the scheduler's loop and worker processes: a group of k ranks bound to k
// devices.
//
// One real implementation (process_launcher.hpp) and one fake (tests/support/fake_launcher.hpp).
// Everything here is called from, and calls back on, the event loop's thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.hpp"
#include "core/messages.hpp"
#include "core/result.hpp"

namespace lrsweep::sweep {

using GroupId = core::Id<struct GroupTag>;

// A process of a group, as it is recorded (a recycled pid is told apart by start time and boot id).
struct WorkerProcess {
  int rank = 0;
  std::int64_t pid = 0;
  std::int64_t start_ticks = 0;  // /proc/<pid>/stat field 22
};

struct GroupRequest {
  GroupId id;
  std::vector<std::string> devices;  // one a rank: "cpu:0", "cuda:2"
  int threads_per_rank = 1;
  std::string log_path;  // stdout and stderr until the first run names its own log
};

// What happens to a group. `rank` says which process.
struct GroupExit {
  std::optional<int> exit_code;
  std::optional<int> signal;
};

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
