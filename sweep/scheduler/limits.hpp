// Every number that the scheduler's decisions depend on, with the defaults that users get.
#pragma once

#include <optional>

#include "core/clock.hpp"

namespace lrsweep::sweep {

struct Limits {
  std::optional<int> max_parallel = {};  // runs at once; none: as many as the devices hold
  std::optional<core::Seconds> trial_timeout = {};  // longest time for one run

  int retries = 2;                  // per run, of causes that are retried at all
  core::Seconds first_back_off{1};  // before the first retry; four times as long before the next

  core::Seconds slow_start{15};      // a note that workers are slow to start
  core::Seconds start_timeout{180};  // from the start of the processes to Ready of all ranks
  core::Seconds hang_timeout{300};   // without a move of the update counter
  core::Seconds cancel_grace{5};     // from Cancel or Shutdown to SIGTERM
  core::Seconds kill_grace{10};      // from SIGTERM to SIGKILL
  core::Seconds abandon_after{10};   // from SIGKILL until the devices are given up
  // Two events further apart than this mean that this program itself was stopped (Ctrl-Z, a
  // suspended machine): deadlines move on by the gap, so that nothing times out for it.
  core::Seconds stopped_gap{5};

  int breaker_points = 5;  // that many different points failed the same way, none succeeded: stop
  int quarantine_points = 3;  // attempts of different points in a row failed on a device: set aside
};

}  // namespace lrsweep::sweep
