#include <algorithm>

#include <fmt/format.h>

#include "sweep/scheduler/retry_policy.hpp"
#include "sweep/scheduler/step.hpp"

namespace lrsweep::sweep {
namespace {

using core::Cause;

struct Receiver {
  Step& step;
  Group& group;
  const MessageArrived& event;

  void operator()(const core::Ready& ready) const;
  void operator()(const core::Progress& progress) const;
  void operator()(const core::RunResult& result) const;
  void operator()(const core::RunFailed& failed) const;
  void operator()(const core::Heartbeat& beat) const;

  [[nodiscard]] bool is_leader() const { return event.rank == 0; }
  void offend(std::string what) const;
  [[nodiscard]] bool is_for_this_run(core::RunId id) const;
  void see_update(std::int64_t update) const;
  void release(Cause cause) const;
  void write_points(const core::Progress& progress, int attempt) const;
};

void Receiver::offend(std::string what) const {
  begin_ending(step, group,
               {Cause::kProtocol, fmt::format("rank {}: {}", event.rank, std::move(what))});
}

// The other ranks of a group may still speak of the run before; everything else is an offence.
bool Receiver::is_for_this_run(core::RunId id) const {
  if (group.phase == Phase::kRunning && group.run == id) return true;
  if (group.last_run != id && !(group.phase == Phase::kRetiring)) {
    offend(fmt::format("speaks of run {}, which it does not train", id.value));
  }
  return false;
}

void Receiver::see_update(std::int64_t update) const {
  if (group.phase != Phase::kRunning || update <= group.update) return;
  group.update = update;
  group.progress_at = step.now.at;
  step.state.runs.at(*group.run).record.updates_done = update;
}

void Receiver::operator()(const core::Ready& ready) const {
  auto& rank = group.ranks.at(static_cast<std::size_t>(event.rank));
  if (group.phase != Phase::kStarting || rank.ready) return offend("a second Ready");
  rank.ready = true;
  if (is_leader() && group.ranks.size() > 1) {
    if (ready.port == 0) return offend("Ready of the first rank names no port");
    for (std::size_t other = 1; other < group.ranks.size(); ++other) {
      step.actions.emplace_back(SendMessage{group.id, static_cast<int>(other),
                                            core::StoreAddress{"127.0.0.1", ready.port}});
    }
  }
  if (std::ranges::all_of(group.ranks, &Rank::ready)) {
    send_run(step, group, step.state.runs.at(group.run.value()));
  }
}

void Receiver::write_points(const core::Progress& progress, int attempt) const {
  for (const auto& point : progress.metrics) {
    write(step, core::MetricRecord{.run_id = progress.run_id,
                                   .attempt = attempt,
                                   .name = point.name,
                                   .update = point.update,
                                   .value = point.value});
  }
  for (const auto& point : progress.range_points) {
    write(step, core::RangePointRecord{.run_id = progress.run_id,
                                       .rung = point.rung,
                                       .lr = point.lr,
                                       .loss = point.loss,
                                       .grad_norm = point.grad_norm,
                                       .clipped_share = point.clipped_share});
  }
}

void Receiver::operator()(const core::Progress& progress) const {
  if (!is_for_this_run(progress.run_id) || !is_leader()) return;
  const auto& run = step.state.runs.at(progress.run_id);
  see_update(progress.update);
  write_points(progress, run.attempts);
  step.actions.emplace_back(ShowProgress{label_of(step.state, run), progress});
}

// A worker that ended its run by itself is ready for the next one, unless the cause spoils it.
void Receiver::release(Cause cause) const {
  if (rules_of(cause).keeps_group) {
    group.phase = Phase::kIdle;
    group.since = step.now.at;
  } else {
    begin_ending(step, group, {cause, "replaced after a failure"});
  }
}

void Receiver::operator()(const core::RunResult& result) const {
  if (!is_for_this_run(result.run_id) || !is_leader()) return;
  end_attempt(step, group, {.cause = Cause::kOk, .result = &result});
  release(Cause::kOk);
}

void Receiver::operator()(const core::RunFailed& failed) const {
  const bool preparing = group.phase == Phase::kStarting && !failed.run_id;
  if (!preparing && !is_for_this_run(failed.run_id.value_or(core::RunId{}))) return;
  auto cause = failed.cause;
  // An interruption that nobody here asked for comes from the machine's side.
  if (cause == Cause::kInterrupted && !group.cancelled_at) cause = Cause::kPreempted;
  if (cause == Cause::kOk) return offend("a failure with cause ok");
  end_attempt(step, group, {.cause = cause, .message = failed.message, .log_tail = event.log_tail});
  if (preparing) {
    begin_ending(step, group, {cause, "replaced after a failure"});
  } else {
    release(cause);
  }
}

void Receiver::operator()(const core::Heartbeat& beat) const {
  if (is_leader()) see_update(beat.update);
}

}  // namespace

void on_message(Step& step, Group& group, const MessageArrived& event) {
  if (group.phase == Phase::kEnding) return;  // its end is decided
  std::visit(Receiver{step, group, event}, event.message);
}

}  // namespace lrsweep::sweep
