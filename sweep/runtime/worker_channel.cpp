#include "sweep/runtime/worker_channel.hpp"

#include <sys/socket.h>

#include <array>
#include <cerrno>

namespace lrsweep::sweep {

WorkerChannel::WorkerChannel(EventLoop& loop, FileDescriptor socket, Receiver receiver)
    : loop_(loop), socket_(std::move(socket)), receiver_(std::move(receiver)) {
  reading_ = loop_.watch_readable(socket_.get(), [this] { read_some(); });
  if (reading_ == 0) socket_.reset();
}

WorkerChannel::~WorkerChannel() { close(); }

void WorkerChannel::close() {
  if (reading_ != 0) loop_.unwatch(std::exchange(reading_, 0));
  if (writing_ != 0) loop_.unwatch(std::exchange(writing_, 0));
  socket_.reset();
}

void WorkerChannel::send(const core::ToWorker& message) {
  if (!socket_.is_open()) return;
  outbox_ += core::encode(message);
  if (writing_ == 0) flush();
}

// A worker that does not read (stopped, hanging) must not stop us: what does not fit waits.
void WorkerChannel::flush() {
  writing_ = 0;
  while (!outbox_.empty()) {
    const auto sent =
        ::send(socket_.get(), outbox_.data(), outbox_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
      outbox_.erase(0, static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN) {
      writing_ = loop_.watch_writable_once(socket_.get(), [this] { flush(); });
      return;
    } else if (errno != EINTR) {
      outbox_.clear();  // it has ended; its exit says how
    }
  }
}

// A bounded part at a time, so that one worker that floods its channel does not starve the others.
void WorkerChannel::read_some() {
  for (int i = 0; i < 4 && socket_.is_open(); ++i) {
    if (!read_once()) return;
  }
}

bool WorkerChannel::read_once() {
  std::array<char, 65536> buffer;
  const auto got = ::recv(socket_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (got > 0) {
    take({buffer.data(), static_cast<std::size_t>(got)});
    return true;
  }
  if (got < 0 && errno == EINTR) return true;
  if (got < 0 && (errno == EAGAIN)) return false;
  close();
  receiver_.on_end();
  return false;
}

void WorkerChannel::take(std::string_view bytes) {
  auto lines = splitter_.feed(bytes);
  if (!lines) return report_garbage(lines.error().message);
  for (const auto& line : *lines) {
    auto message = core::decode_from_worker(line);
    if (!message) return report_garbage(message.error().message);
    receiver_.on_message(std::move(*message));
    if (!socket_.is_open()) return;
  }
}

void WorkerChannel::report_garbage(std::string what) {
  close();
  receiver_.on_garbage(std::move(what));
}

void WorkerChannel::drain(bool torn_is_garbage) {
  while (socket_.is_open() && read_once()) {
  }
  const auto whole = splitter_.finish();
  if (!whole && torn_is_garbage) receiver_.on_garbage(whole.error().message);
  close();
}

}  // namespace lrsweep::sweep
