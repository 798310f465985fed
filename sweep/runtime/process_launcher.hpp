// Worker groups as processes of this machine: one lrsweep-worker a rank, a socket to each.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "sweep/runtime/event_loop.hpp"
#include "sweep/runtime/launcher.hpp"

namespace lrsweep::sweep {

// Where the worker program is: `LRSWEEP_WORKER` where it is set; else beside this program,
// lrsweep-worker-cuda for CUDA devices, lrsweep-worker otherwise. kInternal, naming the path, where
// it is not there.
[[nodiscard]] core::Result<std::filesystem::path> find_worker(bool cuda);

struct ProcessLauncherOptions {
  std::filesystem::path worker;
  // What CUDA_VISIBLE_DEVICES calls a device: "cuda:2" → "GPU-4f…". Devices that are not there
  // (CPU slots) see no GPU.
  std::map<std::string, std::string> visible_as = {};
};

class ProcessLauncher final : public Launcher {
 public:
  ProcessLauncher(EventLoop& loop, ProcessLauncherOptions options);
  // Kills what still runs.
  ~ProcessLauncher() override;

  core::Result<std::vector<WorkerProcess>> start(const GroupRequest& request,
                                                 GroupEvents& events) override;
  void send(GroupId group, int rank, const core::ToWorker& message) override;
  void terminate(GroupId group) override;
  void kill(GroupId group) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lrsweep::sweep
