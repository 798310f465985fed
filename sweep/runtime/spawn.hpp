// Starts one process so that nothing of it outlives its purpose: its own process group, killed with
// its parent, none of the parent's descriptors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "sweep/runtime/descriptor.hpp"

namespace lrsweep::sweep {

struct SpawnRequest {
  std::vector<std::string> argv;         // argv[0] is the program's path
  std::vector<std::string> environment;  // "KEY=VALUE", all of it
  int channel = -1;                      // becomes descriptor 3
  int log = -1;                          // becomes stdout and stderr; stdin is /dev/null
};

struct Child {
  std::int64_t pid = 0;
  FileDescriptor pidfd;          // readable once it has ended
  std::int64_t start_ticks = 0;  // /proc/<pid>/stat field 22
};

// kInternal with the system's reason: the program cannot be executed, no process or descriptor
// left.
[[nodiscard]] core::Result<Child> spawn(const SpawnRequest& request);

// /proc/<pid>/stat field 22; 0 where there is no such process.
[[nodiscard]] std::int64_t start_ticks_of(std::int64_t pid);

// How many processes this machine's kernel has killed for want of memory since it started
// (/proc/vmstat); 0 where it does not say.
[[nodiscard]] std::int64_t count_oom_kills();

// This process's environment without the keys of `overrides` ("KEY=VALUE"), then `overrides`.
[[nodiscard]] std::vector<std::string> environment_with(const std::vector<std::string>& overrides);

// SIGKILL to every process of this user whose environment has `tag` ("KEY=VALUE"): those that left
// their process group. Returns how many there were.
int kill_tagged(const std::string& tag);

}  // namespace lrsweep::sweep
