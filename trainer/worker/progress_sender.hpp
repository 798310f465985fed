// Hands what a run measures to the scheduler while it comes, at most ten messages a second.
#pragma once

#include <chrono>
#include <vector>

#include "core/messages.hpp"
#include "trainer/run_listener.hpp"
#include "trainer/worker/channel.hpp"

namespace lrsweep::trainer {

class ProgressSender final : public RunListener {
 public:
  // Of a group's ranks only one, the first, `speaks`: all measure the same.
  ProgressSender(Channel& channel, core::RunId run, bool speaks)
      : channel_(channel), speaks_(speaks) {
    waiting_.run_id = run;
  }

  bool cancelled() override { return channel_.cancelled(waiting_.run_id).has_value(); }
  void on_rung(const core::RangePoint& rung, std::int64_t planned) override;
  void on_updates(std::int64_t done, std::int64_t total,
                  std::vector<core::MetricPoint> points) override;

  // What has not been sent yet; to be called when the run has ended.
  void flush();

 private:
  void count(std::int64_t done, std::int64_t total);

  Channel& channel_;
  bool speaks_;
  bool is_new_ = false;  // something to send
  core::Progress waiting_;
  std::chrono::steady_clock::time_point last_sent_;
};

}  // namespace lrsweep::trainer
