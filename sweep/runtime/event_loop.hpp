// One thread that waits for descriptors, timers and signals, and calls back. Boost.Asio is inside
// event_loop.cpp and nowhere else.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace lrsweep::sweep {

// Everything but post() is for the loop's thread; every callback comes on it.
class EventLoop {
 public:
  EventLoop();
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // Calls back until stop().
  void run();
  void stop();

  // From any thread: `callback` runs soon.
  void post(std::function<void()> callback);

  void after(std::chrono::milliseconds wait, std::function<void()> callback);
  void every(std::chrono::milliseconds period, std::function<void()> callback);

  // Calls back for each of these signals, instead of what it would do to the process.
  void on_signals(const std::vector<int>& signals, std::function<void(int)> callback);

  // Calls back as long as the descriptor can be read (or has ended), until unwatch(). It stays the
  // caller's, who closes it after unwatch(). 0 where the process has no descriptor left for it.
  using Watch = std::uint64_t;
  [[nodiscard]] Watch watch_readable(int descriptor, std::function<void()> callback);
  // Once, when the descriptor can be written; unwatch() before that takes it back.
  [[nodiscard]] Watch watch_writable_once(int descriptor, std::function<void()> callback);
  void unwatch(Watch watch);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lrsweep::sweep
