// Joins the scheduler to the world: hands it events with the time, carries its actions out through
// the seams, in order. Decides nothing. Loop's thread only.
#pragma once

#include <deque>
#include <functional>
#include <string>

#include "core/clock.hpp"
#include "storage/store.hpp"
#include "sweep/runtime/launcher.hpp"
#include "sweep/runtime/progress.hpp"
#include "sweep/scheduler/scheduler.hpp"

namespace lrsweep::sweep {

struct Seams {
  Launcher& launcher;
  storage::Store& store;
  const core::Clock& clock;
  Progress& progress;
};

class Driver final : public GroupEvents {
 public:
  Driver(State state, Seams seams);

  // Handles the event, and all that follow from it at once. Events that come in while one is being
  // handled (from a launcher that answers at once) wait for their turn.
  void push(Event event);

  // Called once, when nothing runs and nothing will.
  void on_finish(std::function<void()> callback) { on_finish_ = std::move(callback); }

  // What the store says: shows the ends of runs that are safe now, or stops the sweep.
  void on_durable(const core::Result<storage::Sequence>& durable);

  void on_message(GroupId group, int rank, core::FromWorker message) override;
  void on_garbage(GroupId group, int rank, std::string what) override;
  void on_exit(GroupId group, int rank, GroupExit exit) override;

  [[nodiscard]] const State& state() const { return state_; }
  // Of the last rows handed to the store; 0 before the first.
  [[nodiscard]] storage::Sequence last_sequence() const { return last_sequence_; }

 private:
  friend struct Performer;
  void carry_out(Actions actions);
  void append_rows();
  [[nodiscard]] Now now() const;
  [[nodiscard]] std::string log_of(GroupId group) const;

  // An end to be shown once `sequence` is durable.
  struct Acknowledgement {
    storage::Sequence sequence;
    ShowEnded end;
  };

  State state_;
  Seams seams_;
  std::deque<Event> pending_;
  bool handling_ = false;
  bool store_failed_ = false;
  std::vector<core::Write> rows_;
  storage::Sequence last_sequence_ = 0;
  std::deque<Acknowledgement> acknowledgements_;
  std::function<void()> on_finish_;
};

}  // namespace lrsweep::sweep
