#include "sweep/runtime/driver.hpp"

#include <utility>

#include "sweep/runtime/log_tail.hpp"

namespace lrsweep::sweep {

// Carries out one action.
struct Performer {
  Driver& driver;

  void operator()(StartGroup& action) const {
    const auto id = action.request.id;
    auto started = driver.seams_.launcher.start(action.request, driver);
    if (started) {
      driver.push(GroupStarted{id, std::move(*started)});
    } else {
      driver.push(GroupNotStarted{id, started.error().message});
    }
  }
  void operator()(const SendMessage& action) const {
    driver.seams_.launcher.send(action.group, action.rank, action.message);
  }
  void operator()(const TerminateGroup& action) const {
    driver.seams_.launcher.terminate(action.group);
  }
  void operator()(const KillGroup& action) const { driver.seams_.launcher.kill(action.group); }
  void operator()(WriteRow& action) const { driver.rows_.push_back(std::move(action.row)); }
  void operator()(const ShowStarted& action) const {
    driver.seams_.progress.run_started(action.run);
  }
  void operator()(const ShowProgress& action) const {
    driver.seams_.progress.run_progress(action.run, action.progress);
  }
  void operator()(ShowEnded& action) const {
    driver.append_rows();
    driver.acknowledgements_.push_back({driver.last_sequence_, std::move(action)});
  }
  void operator()(const ShowNote& action) const { driver.seams_.progress.note(action.line); }
  void operator()(const Finish&) const {
    if (driver.on_finish_) driver.on_finish_();
  }
};

Driver::Driver(State state, Seams seams) : state_(std::move(state)), seams_(seams) {}

Now Driver::now() const { return {seams_.clock.now(), seams_.clock.utc()}; }

void Driver::push(Event event) {
  pending_.push_back(std::move(event));
  if (std::exchange(handling_, true)) return;
  while (!pending_.empty()) {
    const auto next = std::move(pending_.front());
    pending_.pop_front();
    carry_out(handle(state_, next, now()));
  }
  handling_ = false;
}

void Driver::carry_out(Actions actions) {
  for (auto& action : actions) std::visit(Performer{*this}, action);
  append_rows();
}

void Driver::append_rows() {
  if (rows_.empty()) return;
  auto rows = std::exchange(rows_, {});
  if (!store_failed_) last_sequence_ = seams_.store.append(std::move(rows));
}

void Driver::on_durable(const core::Result<storage::Sequence>& durable) {
  if (!durable) {
    if (!std::exchange(store_failed_, true)) push(StorageFailed{durable.error().message});
    return;
  }
  while (!acknowledgements_.empty() && acknowledgements_.front().sequence <= *durable) {
    const auto end = std::move(acknowledgements_.front().end);
    acknowledgements_.pop_front();
    seams_.progress.run_ended(end.run, end.state, end.reason);
  }
}

std::string Driver::log_of(GroupId group) const {
  const auto found = state_.groups.find(group);
  if (found == state_.groups.end() || !found->second.run) return {};
  const auto& run = state_.runs.at(*found->second.run);
  return run.attempt ? state_.setting.out + "/" + run.attempt->record.log_path : std::string{};
}

void Driver::on_message(GroupId group, int rank, core::FromWorker message) {
  const bool failed = std::holds_alternative<core::RunFailed>(message);
  push(MessageArrived{group, rank, std::move(message),
                      failed ? read_log_tail(log_of(group)) : std::vector<std::string>{}});
}

void Driver::on_garbage(GroupId group, int rank, std::string what) {
  push(GarbageArrived{group, rank, std::move(what)});
}

void Driver::on_exit(GroupId group, int rank, GroupExit exit) {
  push(RankExited{group, rank, exit, read_log_tail(log_of(group))});
}

}  // namespace lrsweep::sweep
