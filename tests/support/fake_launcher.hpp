// Worker groups without processes: remembers what it was asked for; the test plays the workers.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sweep/runtime/launcher.hpp"

namespace lrsweep::sweep {

class FakeLauncher final : public Launcher {
 public:
  core::Result<std::vector<WorkerProcess>> start(const GroupRequest& request,
                                                 GroupEvents& events) override {
    if (!refuse_with.empty()) return core::fail(core::ErrorKind::kInternal, refuse_with);
    requests.push_back(request);
    receivers[request.id] = &events;
    std::vector<WorkerProcess> processes;
    for (int rank = 0; rank < static_cast<int>(request.devices.size()); ++rank) {
      processes.push_back({.rank = rank, .pid = 100 + rank, .start_ticks = 1});
    }
    return processes;
  }

  // Workers that are well behaved answer from within send(), the hardest time for a loop: it is
  // still carrying out the actions that the answer follows from.
  void send(GroupId group, int rank, const core::ToWorker& message) override {
    sent.emplace_back(group, message);
    if (!answers) return;
    auto& events = *receivers.at(group);
    if (std::holds_alternative<core::Prepare>(message))
      events.on_message(group, rank, core::Ready{});
    if (std::holds_alternative<core::Shutdown>(message)) {
      events.on_exit(group, rank, {.exit_code = 0, .signal = {}});
    }
    if (const auto* run = std::get_if<core::RunCommand>(&message)) {
      core::RunResult result;
      result.run_id = run->run_id;
      events.on_message(group, rank, result);
    }
  }
  void terminate(GroupId group) override { terminated.push_back(group); }
  void kill(GroupId group) override { killed.push_back(group); }

  bool answers = true;
  std::string refuse_with;
  std::vector<GroupRequest> requests;
  std::vector<std::pair<GroupId, core::ToWorker>> sent;
  std::vector<GroupId> terminated;
  std::vector<GroupId> killed;
  std::map<GroupId, GroupEvents*> receivers;
};

}  // namespace lrsweep::sweep
