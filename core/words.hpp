// The words that are stored, sent and shown: states, causes, kinds, verdicts. Each has one
// spelling, given by to_text(); parse<T>() reads it back.
#pragma once

#include <optional>
#include <string_view>

namespace lrsweep::core {

enum class SweepKind { kRangeTest, kTrain };
enum class SweepState { kRunning, kComplete, kInterrupted, kFailed };

// State of a run, and of a trial (which has no kDiverged run left out: see score in finders).
//   queued → running → complete | pruned | diverged | failed;  running → queued on a retry.
// `diverged` and `pruned` are results, not failures.
enum class RunState { kQueued, kRunning, kComplete, kPruned, kDiverged, kFailed };

// Why an attempt ended.
enum class Cause {
  kOk,
  kPruned,
  kDiverged,  // NaN or infinite loss
  kOomDevice,
  kOomHost,
  kSignal,    // died by a signal that nobody here sent
  kExitCode,  // ended without a result
  kHang,      // no progress
  kTimeout,   // resources.trial_timeout
  kNccl,      // a collective failed
  kData,
  kProtocol,  // torn, oversized, unknown or wrong-version line
  kPreempted,
  kInterrupted,  // Ctrl-C, stop
  kLost,         // the scheduler died while it ran
  kConfig,       // the spec cannot be trained (sizes that do not fit)
};

enum class Goal { kMinimize, kMaximize };

// What a range test says of its curve (finders/verdict.hpp has the rules).
enum class Verdict {
  kOk,
  kFlat,           // no fall larger than two standard errors: no rate
  kNotDiverged,    // a rate is given; the top of the range was still stable
  kNanAt,          // diverged in the first fifth: a rate is not given; start lower
  kTooFew,         // too few points for an answer: no rate
  kEdgeOfRange,    // the rate lies at an end of the range; widen it
  kLowSnr,         // seeds disagree by more than a decade: no rate
  kClipSaturated,  // most updates were clipped: divergence is hidden
};

// Why one range-test run ended its ladder.
enum class Stop { kEnd, kDiverged, kNotFinite };

[[nodiscard]] std::string_view to_text(SweepKind kind);
[[nodiscard]] std::string_view to_text(SweepState state);
[[nodiscard]] std::string_view to_text(RunState state);
[[nodiscard]] std::string_view to_text(Cause cause);
[[nodiscard]] std::string_view to_text(Goal goal);
[[nodiscard]] std::string_view to_text(Verdict verdict);
[[nodiscard]] std::string_view to_text(Stop stop);

// The value spelled `text`, or nothing. Instantiated for every enum above.
template <class T>
[[nodiscard]] std::optional<T> parse(std::string_view text);

}  // namespace lrsweep::core
