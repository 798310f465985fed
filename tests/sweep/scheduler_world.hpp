// A scheduler with everything around it played by the test: time is turned by hand, groups start
// and answer when told to. Every event is followed by check_invariants().
#pragma once

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "sweep/scheduler/scheduler.hpp"

namespace lrsweep::sweep {

class World {
 public:
  struct Options {
    int devices = 1;
    int runs = 1;
    int ranks = 1;
    bool same_spec = true;
    bool one_run_a_trial = false;
    Limits limits = {};
  };
  explicit World(Options options);

  // Feeds one event and keeps what came out in `actions` (of this event) and `all`.
  void feed(const Event& event);
  void advance(double seconds);  // then a Tick

  // Group `id` starts, and all its ranks are ready.
  void start(int id);
  void ready(int id);
  void message(int id, core::FromWorker message, int rank = 0);
  void result(int id);
  void progress(int id, std::int64_t update);
  void fail(int id, core::Cause cause, const std::string& why = "because");
  void exit(int id, GroupExit how, int rank = 0);
  void die(int id, int signal = 9, int rank = 0) {
    exit(id, {.exit_code = {}, .signal = signal}, rank);
  }
  void leave(int id, int rank = 0) { exit(id, {.exit_code = 0, .signal = {}}, rank); }
  // All ranks end after a Shutdown or a signal.
  void leave_all(int id);

  [[nodiscard]] const Group& group(int id) const { return state.groups.at(GroupId{id}); }
  [[nodiscard]] bool has_group(int id) const { return state.groups.contains(GroupId{id}); }
  [[nodiscard]] core::RunState run_state(int run) const {
    return state.runs.at(core::RunId{run}).record.state;
  }
  [[nodiscard]] core::RunId run_of(int id) const { return group(id).run.value(); }

  // Actions of this type since the last event, or of all events.
  template <class T>
  [[nodiscard]] std::vector<T> now() const {
    return of_type<T>(actions);
  }
  template <class T>
  [[nodiscard]] std::vector<T> ever() const {
    return of_type<T>(all);
  }
  // Rows written, of this type, since the beginning.
  template <class T>
  [[nodiscard]] std::vector<T> rows() const {
    std::vector<T> found;
    for (const auto& action : of_type<WriteRow>(all)) {
      if (const auto* row = std::get_if<T>(&action.row)) found.push_back(*row);
    }
    return found;
  }
  // Messages of this type that were sent since the last event.
  template <class T>
  [[nodiscard]] std::vector<T> sent() const {
    std::vector<T> found;
    for (const auto& action : of_type<SendMessage>(actions)) {
      if (const auto* message = std::get_if<T>(&action.message)) found.push_back(*message);
    }
    return found;
  }
  [[nodiscard]] std::vector<std::string> event_kinds() const;

  State state;
  Actions actions;
  Actions all;
  core::Instant time{};

 private:
  template <class T>
  static std::vector<T> of_type(const Actions& from) {
    std::vector<T> found;
    for (const auto& action : from) {
      if (const auto* match = std::get_if<T>(&action)) found.push_back(*match);
    }
    return found;
  }
};

}  // namespace lrsweep::sweep
