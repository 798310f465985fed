// Everything the scheduler knows, as plain data. It changes in handle() (scheduler.hpp) only.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/clock.hpp"
#include "core/ids.hpp"
#include "core/records.hpp"
#include "core/words.hpp"
#include "sweep/scheduler/groups.hpp"
#include "sweep/scheduler/limits.hpp"

namespace lrsweep::sweep {

// What stays the same for the whole sweep.
struct Setting {
  core::SweepId sweep;
  core::SweepKind kind = core::SweepKind::kRangeTest;
  std::string metric = {};         // what trials are scored by; empty: what their runs say
  std::string metric_at = "last";  // or "best"
  std::string host;
  std::string boot_id;
  std::string out;  // absolute path of the output folder, put in front of log paths
  int threads_per_rank = 1;
  // All runs train one spec and differ in their seed only: what is wrong with the spec or its data
  // is wrong with all of them.
  bool same_spec = false;
  Limits limits = {};
};

struct Trial {
  core::TrialRecord record;
  std::string spec_json;  // whole spec with the trial's parameters put in
  int devices = 1;        // ranks that train one of its runs
  std::vector<core::RunId> runs = {};
};

struct Failure {
  core::Cause cause = core::Cause::kOk;
  std::optional<int> signal;
  std::int64_t update = 0;
  friend bool operator==(const Failure&, const Failure&) = default;
};

// What an attempt knows of itself while it runs.
struct Attempt {
  core::AttemptRecord record;
  core::Instant started;
};

struct Run {
  core::RunRecord record;
  core::RunKey key;
  int attempts = 0;  // numbers given out so far
  int retries = 0;
  std::optional<core::Instant> not_before = {};  // back-off
  std::optional<Failure> last_failure = {};
  std::optional<GroupId> group = {};    // while it runs
  std::optional<Attempt> attempt = {};  // while it runs
};

struct Device {
  std::string name;
  std::optional<GroupId> group = {};
  bool set_aside = false;
  std::set<std::int64_t> failed_points = {};  // since the last success on it
};

enum class Phase {
  kStarting,  // processes are being started, or not all ranks are ready; owns a run
  kRunning,   // trains a run
  kIdle,      // ready, no run
  kRetiring,  // was told to shut down
  kEnding,    // on the kill ladder; may still own the run that ends with it
};

struct Rank {
  WorkerProcess process = {};
  bool ready = false;
  std::optional<GroupExit> exit = {};
};

struct Ending {
  core::Cause cause = core::Cause::kOk;
  std::string message;
};

struct Group {
  GroupId id;
  Phase phase = Phase::kStarting;
  std::vector<std::size_t> devices;  // places in State::devices, one a rank
  std::vector<Rank> ranks;
  std::optional<core::RunId> run = {};
  std::optional<core::RunId> last_run = {};  // whose late messages are no offence
  core::Instant since = {};                  // of the phase
  core::Instant progress_at = {};            // last move of the update counter
  std::int64_t update = 0;
  bool said_slow = false;
  std::optional<core::Instant> cancelled_at = {};
  std::optional<core::Instant> killed_at = {};
  std::optional<Ending> ending = {};
  std::optional<GroupExit> first_exit = {};  // of the first rank that ended
  std::vector<std::string> log_tail = {};    // then
};

// Why nothing new starts.
struct Stop {
  std::string why;
  int signal = 0;                                 // 0: not by a signal
  std::optional<core::Cause> cause = {};          // circuit breaker, spec or data that cannot work
  std::optional<std::string> storage_error = {};  // kStorage
  bool no_device = false;
};

struct State {
  Setting setting;
  std::vector<Device> devices;
  std::map<std::int64_t, Trial> trials;  // by number
  std::map<core::RunId, Run> runs;
  std::set<core::RunId> queue;  // runs that wait; run ids follow the search's order
  std::map<GroupId, Group> groups;
  std::int64_t next_group = 1;
  std::optional<core::Instant> last_event = {};
  std::optional<Stop> stop = {};
  bool finished = false;

  // Points that failed, by cause, while nothing has succeeded.
  bool any_success = false;
  std::map<core::Cause, std::set<std::int64_t>> failed_points = {};

  // First failure as one line, for the end of the command.
  std::string first_failure = {};
  core::Cause first_failure_cause = core::Cause::kOk;
};

}  // namespace lrsweep::sweep
