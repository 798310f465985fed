#include "sweep/runtime/event_loop.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <map>
#include <utility>  // before Asio 1.74, which uses std::exchange without it

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

namespace lrsweep::sweep {
namespace {

namespace asio = boost::asio;
using ErrorCode = boost::system::error_code;
using Descriptor = asio::posix::stream_descriptor;

struct Watched {
  Watched(asio::io_context& context, Descriptor::wait_type what_for, bool is_once)
      : handle(context), what(what_for), once(is_once) {}
  Descriptor handle;  // a duplicate: Asio closes what it holds
  Descriptor::wait_type what;
  bool once;
  std::function<void()> callback = {};
};

}  // namespace

struct EventLoop::Impl {
  asio::io_context context{1};
  asio::executor_work_guard<asio::io_context::executor_type> work{context.get_executor()};
  asio::signal_set signals{context};
  std::map<Watch, std::shared_ptr<Watched>> watched;
  Watch next_watch = 1;

  Watch watch(int descriptor, Descriptor::wait_type what, bool once,
              std::function<void()> callback) {
    auto entry = std::make_shared<Watched>(context, what, once);
    const int duplicate = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    ErrorCode error;
    if (duplicate >= 0) entry->handle.assign(duplicate, error);
    if (error) ::close(duplicate);
    if (duplicate < 0 || error) return 0;
    const auto id = next_watch++;
    entry->callback = std::move(callback);
    watched.emplace(id, entry);
    wait(id, entry);
    return id;
  }

  void wait(Watch id, const std::shared_ptr<Watched>& entry) {
    entry->handle.async_wait(entry->what, [this, id, entry](ErrorCode error) {
      if (error || !watched.contains(id)) return;
      if (entry->once) watched.erase(id);
      entry->callback();
      if (watched.contains(id)) wait(id, entry);
    });
  }

  void wait_for_signal(const std::shared_ptr<std::function<void(int)>>& callback) {
    signals.async_wait([this, callback](ErrorCode error, int number) {
      if (error) return;
      (*callback)(number);
      wait_for_signal(callback);
    });
  }

  void wait_period(const std::shared_ptr<asio::steady_timer>& timer,
                   std::chrono::milliseconds period,
                   const std::shared_ptr<std::function<void()>>& callback) {
    timer->expires_after(period);
    timer->async_wait([this, timer, period, callback](ErrorCode error) {
      if (error) return;
      (*callback)();
      wait_period(timer, period, callback);
    });
  }
};

EventLoop::EventLoop() : impl_(std::make_unique<Impl>()) {}
EventLoop::~EventLoop() = default;

void EventLoop::run() {
  impl_->context.restart();
  impl_->context.run();
}

void EventLoop::stop() { impl_->context.stop(); }

void EventLoop::post(std::function<void()> callback) {
  asio::post(impl_->context, std::move(callback));
}

void EventLoop::after(std::chrono::milliseconds wait, std::function<void()> callback) {
  auto timer = std::make_shared<asio::steady_timer>(impl_->context, wait);
  timer->async_wait([timer, callback = std::move(callback)](ErrorCode error) {
    if (!error) callback();
  });
}

void EventLoop::every(std::chrono::milliseconds period, std::function<void()> callback) {
  impl_->wait_period(std::make_shared<asio::steady_timer>(impl_->context), period,
                     std::make_shared<std::function<void()>>(std::move(callback)));
}

void EventLoop::on_signals(const std::vector<int>& signals, std::function<void(int)> callback) {
  for (const auto number : signals) impl_->signals.add(number);
  impl_->wait_for_signal(std::make_shared<std::function<void(int)>>(std::move(callback)));
}

EventLoop::Watch EventLoop::watch_readable(int descriptor, std::function<void()> callback) {
  return impl_->watch(descriptor, Descriptor::wait_read, false, std::move(callback));
}

EventLoop::Watch EventLoop::watch_writable_once(int descriptor, std::function<void()> callback) {
  return impl_->watch(descriptor, Descriptor::wait_write, true, std::move(callback));
}

void EventLoop::unwatch(Watch watch) {
  const auto found = impl_->watched.find(watch);
  if (found == impl_->watched.end()) return;
  ErrorCode ignored;
  found->second->handle.close(ignored);
  impl_->watched.erase(found);
}

}  // namespace lrsweep::sweep
