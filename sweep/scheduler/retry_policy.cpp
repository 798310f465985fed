#include "sweep/scheduler/retry_policy.hpp"

#include <cmath>

#include <fmt/format.h>

namespace lrsweep::sweep {

CauseRules rules_of(core::Cause cause) {
  using enum core::Cause;
  switch (cause) {
    case kOk:
    case kPruned:
    case kDiverged:
    case kInterrupted:
      return {.keeps_group = true};
    case kData:
    case kConfig:
      return {.keeps_group = true, .breaks = true};
    case kOomDevice:
      return {};
    case kOomHost:
      return {.breaks = true};
    case kSignal:
    case kHang:
    case kNccl:
      return {.retried = true, .blames_device = true, .breaks = true};
    case kLost:
    case kPreempted:
      return {.retried = true, .breaks = true};
    case kExitCode:
    case kProtocol:
      return {.blames_device = true, .breaks = true};
    case kTimeout:
      return {.breaks = true};
  }
  return {};
}

Decision decide_retry(const Run& run, const Failure& failure, const Limits& limits) {
  const auto cause = core::to_text(failure.cause);
  if (!rules_of(failure.cause).retried) return {{}, fmt::format("{} is not retried", cause)};
  if (run.retries > 0 && run.last_failure == failure) {
    return {{}, fmt::format("the same failure twice, at update {}", failure.update)};
  }
  if (run.retries >= limits.retries) {
    return {{}, fmt::format("failed after {} retries", run.retries)};
  }
  const auto wait = limits.first_back_off * std::pow(4.0, run.retries);
  return {wait, fmt::format("{} may pass: retry {} of {} in {:.3g} s", cause, run.retries + 1,
                            limits.retries, wait.count())};
}

}  // namespace lrsweep::sweep
