// The worker's end of its channel to the scheduler.
//
// A thread of its own reads it, so that a cancellation, an order to shut down or the end of the
// channel is seen in the middle of an update. It also sends the heartbeats.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/ids.hpp"
#include "core/messages.hpp"

namespace lrsweep::trainer {

class Channel {
 public:
  // Starts to read. The process ends at once, whatever it is doing: with status 0 when the channel
  // ends or Shutdown comes, with 1 after telling what was wrong with a line that is no message.
  explicit Channel(int descriptor);

  // The next message but Cancel and Shutdown; waits for it.
  [[nodiscard]] core::ToWorker next();

  // Any thread. A channel that cannot be written has ended.
  void send(const core::FromWorker& message);

  // Why this run is to stop, if it is.
  [[nodiscard]] std::optional<core::Cause> cancelled(core::RunId run);

  // Sends a heartbeat with the last count of updates every second from now until end_heartbeats().
  void begin_heartbeats();
  void count_update(std::int64_t updates) { update_ = updates; }
  void end_heartbeats();

 private:
  void read_forever();
  void read_some(core::LineSplitter& splitter);
  void take(const std::string& line);
  void beat_when_due();

  int descriptor_;
  std::mutex write_mutex_;
  std::mutex mutex_;  // of all below
  std::condition_variable arrived_;
  std::deque<core::ToWorker> inbox_;
  std::optional<core::Cancel> cancel_;
  std::atomic<bool> beating_ = false;
  std::atomic<std::int64_t> update_ = 0;
  std::chrono::steady_clock::time_point next_beat_;
};

}  // namespace lrsweep::trainer
