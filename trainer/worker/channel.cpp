#include "trainer/worker/channel.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <string_view>
#include <utility>
#include <variant>

namespace lrsweep::trainer {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kBeat = std::chrono::seconds(1);

// Without destructors and exit handlers: another thread is in the middle of its work.
[[noreturn]] void leave(int status) { ::_exit(status); }

}  // namespace

Channel::Channel(int descriptor) : descriptor_(descriptor), next_beat_(Clock::now()) {
  // Never joined: it lives as long as the process, as does the channel.
  std::thread([this] { read_forever(); }).detach();
}

core::ToWorker Channel::next() {
  std::unique_lock lock(mutex_);
  arrived_.wait(lock, [this] { return !inbox_.empty(); });
  auto message = std::move(inbox_.front());
  inbox_.pop_front();
  return message;
}

void Channel::send(const core::FromWorker& message) {
  const std::string line = core::encode(message);
  const std::lock_guard lock(write_mutex_);
  std::string_view left = line;
  while (!left.empty()) {
    const auto written = ::write(descriptor_, left.data(), left.size());
    if (written > 0) left.remove_prefix(static_cast<std::size_t>(written));
    if (written < 0 && errno != EINTR) leave(0);
  }
}

std::optional<core::Cause> Channel::cancelled(core::RunId run) {
  const std::lock_guard lock(mutex_);
  if (!cancel_ || cancel_->run_id != run) return std::nullopt;
  return cancel_->why;
}

void Channel::begin_heartbeats() {
  update_ = 0;
  beating_ = true;
}

void Channel::end_heartbeats() { beating_ = false; }

void Channel::read_forever() {
  core::LineSplitter splitter;
  while (true) {
    pollfd waiting{descriptor_, POLLIN, 0};
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(next_beat_ - Clock::now());
    const int ready =
        ::poll(&waiting, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    if (ready > 0) read_some(splitter);
    beat_when_due();
  }
}

void Channel::read_some(core::LineSplitter& splitter) {
  std::array<char, 65536> bytes;
  const auto count = ::read(descriptor_, bytes.data(), bytes.size());
  if (count < 0 && errno == EINTR) return;
  if (count <= 0) leave(0);
  const auto lines = splitter.feed({bytes.data(), static_cast<std::size_t>(count)});
  if (!lines) {
    send(core::RunFailed{{}, core::Cause::kProtocol, lines.error().message});
    leave(1);
  }
  for (const auto& line : *lines) take(line);
}

void Channel::take(const std::string& line) {
  auto message = core::decode_to_worker(line);
  if (!message) {
    send(core::RunFailed{{}, core::Cause::kProtocol, message.error().message});
    leave(1);
  }
  if (std::holds_alternative<core::Shutdown>(*message)) leave(0);
  const std::lock_guard lock(mutex_);
  if (const auto* cancel = std::get_if<core::Cancel>(&*message)) {
    cancel_ = *cancel;
    return;
  }
  inbox_.push_back(std::move(*message));
  arrived_.notify_one();
}

void Channel::beat_when_due() {
  if (Clock::now() < next_beat_) return;
  next_beat_ = Clock::now() + kBeat;
  if (beating_) send(core::Heartbeat{update_});
}

}  // namespace lrsweep::trainer
