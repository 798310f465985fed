#include "core/words.hpp"

#include <array>
#include <utility>

namespace lrsweep::core {
namespace {

template <class T, std::size_t N>
using Names = std::array<std::pair<T, std::string_view>, N>;

constexpr Names<SweepKind, 2> kSweepKinds{
    {{SweepKind::kRangeTest, "range_test"}, {SweepKind::kTrain, "train"}}};
constexpr Names<SweepState, 4> kSweepStates{{{SweepState::kRunning, "running"},
                                             {SweepState::kComplete, "complete"},
                                             {SweepState::kInterrupted, "interrupted"},
                                             {SweepState::kFailed, "failed"}}};
constexpr Names<RunState, 6> kRunStates{{{RunState::kQueued, "queued"},
                                         {RunState::kRunning, "running"},
                                         {RunState::kComplete, "complete"},
                                         {RunState::kPruned, "pruned"},
                                         {RunState::kDiverged, "diverged"},
                                         {RunState::kFailed, "failed"}}};
constexpr Names<Cause, 16> kCauses{{{Cause::kOk, "ok"},
                                    {Cause::kPruned, "pruned"},
                                    {Cause::kDiverged, "diverged"},
                                    {Cause::kOomDevice, "oom_device"},
                                    {Cause::kOomHost, "oom_host"},
                                    {Cause::kSignal, "signal"},
                                    {Cause::kExitCode, "exit_code"},
                                    {Cause::kHang, "hang"},
                                    {Cause::kTimeout, "timeout"},
                                    {Cause::kNccl, "nccl"},
                                    {Cause::kData, "data"},
                                    {Cause::kProtocol, "protocol"},
                                    {Cause::kPreempted, "preempted"},
                                    {Cause::kInterrupted, "interrupted"},
                                    {Cause::kLost, "lost"},
                                    {Cause::kConfig, "config"}}};
constexpr Names<Goal, 2> kGoals{{{Goal::kMinimize, "minimize"}, {Goal::kMaximize, "maximize"}}};
constexpr Names<Verdict, 8> kVerdicts{{{Verdict::kOk, "ok"},
                                       {Verdict::kFlat, "flat"},
                                       {Verdict::kNotDiverged, "not_diverged"},
                                       {Verdict::kNanAt, "nan_at"},
                                       {Verdict::kTooFew, "too_few"},
                                       {Verdict::kEdgeOfRange, "edge_of_range"},
                                       {Verdict::kLowSnr, "low_snr"},
                                       {Verdict::kClipSaturated, "clip_saturated"}}};
constexpr Names<Stop, 3> kStops{
    {{Stop::kEnd, "end"}, {Stop::kDiverged, "diverged"}, {Stop::kNotFinite, "not_finite"}}};

constexpr const auto& names(SweepKind) { return kSweepKinds; }
constexpr const auto& names(SweepState) { return kSweepStates; }
constexpr const auto& names(RunState) { return kRunStates; }
constexpr const auto& names(Cause) { return kCauses; }
constexpr const auto& names(Goal) { return kGoals; }
constexpr const auto& names(Verdict) { return kVerdicts; }
constexpr const auto& names(Stop) { return kStops; }

template <class T>
std::string_view text_of(T value) {
  for (const auto& [candidate, text] : names(T{})) {
    if (candidate == value) return text;
  }
  return "?";
}

}  // namespace

std::string_view to_text(SweepKind kind) { return text_of(kind); }
std::string_view to_text(SweepState state) { return text_of(state); }
std::string_view to_text(RunState state) { return text_of(state); }
std::string_view to_text(Cause cause) { return text_of(cause); }
std::string_view to_text(Goal goal) { return text_of(goal); }
std::string_view to_text(Verdict verdict) { return text_of(verdict); }
std::string_view to_text(Stop stop) { return text_of(stop); }

template <class T>
std::optional<T> parse(std::string_view text) {
  for (const auto& [value, name] : names(T{})) {
    if (name == text) return value;
  }
  return std::nullopt;
}

template std::optional<SweepKind> parse<SweepKind>(std::string_view);
template std::optional<SweepState> parse<SweepState>(std::string_view);
template std::optional<RunState> parse<RunState>(std::string_view);
template std::optional<Cause> parse<Cause>(std::string_view);
template std::optional<Goal> parse<Goal>(std::string_view);
template std::optional<Verdict> parse<Verdict>(std::string_view);
template std::optional<Stop> parse<Stop>(std::string_view);

}  // namespace lrsweep::core
