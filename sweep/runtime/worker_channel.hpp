// Our end of one worker's socket: messages in, messages out, never waiting.
#pragma once

#include <functional>
#include <string>

#include "core/messages.hpp"
#include "sweep/runtime/descriptor.hpp"
#include "sweep/runtime/event_loop.hpp"

namespace lrsweep::sweep {

class WorkerChannel {
 public:
  struct Receiver {
    std::function<void(core::FromWorker)> on_message;
    std::function<void(std::string)> on_garbage;  // once; nothing is read after it
    std::function<void()> on_end;                 // the other end was closed
  };

  WorkerChannel(EventLoop& loop, FileDescriptor socket, Receiver receiver);
  ~WorkerChannel();
  WorkerChannel(const WorkerChannel&) = delete;
  WorkerChannel& operator=(const WorkerChannel&) = delete;

  // False where it could not be watched (no descriptor left), or has ended.
  [[nodiscard]] bool is_open() const { return socket_.is_open(); }

  void send(const core::ToWorker& message);
  // Takes in what the worker wrote before it ended. `torn`: bytes after the last newline are
  // garbage (they are not where it was killed in the middle of a line).
  void drain(bool torn_is_garbage);

 private:
  void read_some();
  [[nodiscard]] bool read_once();
  void take(std::string_view bytes);
  void report_garbage(std::string what);
  void flush();
  void close();

  EventLoop& loop_;
  FileDescriptor socket_;
  Receiver receiver_;
  core::LineSplitter splitter_;
  std::string outbox_;
  EventLoop::Watch reading_ = 0;
  EventLoop::Watch writing_ = 0;
};

}  // namespace lrsweep::sweep
