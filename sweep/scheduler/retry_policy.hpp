// Which failures are tried again. A new cause is one row of the table in retry_policy.cpp.
#pragma once

#include <optional>
#include <string>

#include "sweep/scheduler/limits.hpp"
#include "sweep/scheduler/state.hpp"

namespace lrsweep::sweep {

struct CauseRules {
  bool retried = false;        // may pass by itself: a new attempt
  bool keeps_group = false;    // the worker said so itself and is as good as new
  bool blames_device = false;  // counts towards setting the device aside
  bool breaks = false;         // counts towards the circuit breaker
};
[[nodiscard]] CauseRules rules_of(core::Cause cause);

struct Decision {
  std::optional<core::Seconds> retry_after;  // none: final
  std::string why;
};
// `run` as before this failure: run.retries retries were spent, run.last_failure came before it.
[[nodiscard]] Decision decide_retry(const Run& run, const Failure& failure, const Limits& limits);

}  // namespace lrsweep::sweep
