// Hands a run's rungs to the scheduler while they come, at most ten messages a second.
#pragma once

#include <chrono>

#include "core/messages.hpp"
#include "trainer/range_run.hpp"
#include "trainer/worker/channel.hpp"

namespace lrsweep::trainer {

class ProgressSender final : public RangeRunListener {
 public:
  // Of a group's ranks only one, the first, `speaks`: all measure the same.
  ProgressSender(Channel& channel, core::RunId run, bool speaks)
      : channel_(channel), speaks_(speaks) {
    waiting_.run_id = run;
  }

  bool cancelled() override { return channel_.cancelled(waiting_.run_id).has_value(); }
  void on_point(const core::RangePoint& point, std::int64_t planned) override;

  // What has not been sent yet; to be called when the run has ended.
  void flush();

 private:
  Channel& channel_;
  bool speaks_;
  core::Progress waiting_;
  std::chrono::steady_clock::time_point last_sent_;
};

}  // namespace lrsweep::trainer
