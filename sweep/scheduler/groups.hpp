// Worker groups as the scheduler knows them: k ranks bound to k devices. Plain values, shared with
// the launcher (sweep/runtime/launcher.hpp), which makes them real.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.hpp"

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

// How a process ended: by an exit code or by a signal.
struct GroupExit {
  std::optional<int> exit_code;
  std::optional<int> signal;
  bool out_of_memory = false;  // with SIGKILL: the kernel's doing
};

}  // namespace lrsweep::sweep
