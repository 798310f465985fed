// The curves of a range test with what finders/ say of them: what every part of the report is read
// off.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/records.hpp"
#include "finders/compat.hpp"
#include "finders/lr_suggestion.hpp"

namespace lrsweep::reports {

// One run with at least one rung. `run` points into the snapshot.
struct AnalysedCurve {
  const core::RunSnapshot* run = nullptr;
  std::optional<core::Stop> stop;  // nothing while the run goes on, or when it was cut short
  std::string problem;  // why nothing can be read off it (rates out of order); else empty
  finders::CurveSuggestion suggestion;
  std::vector<finders::PeerSuggestion> peers;
};

struct Analysis {
  std::vector<AnalysedCurve> curves;  // in the snapshot's order
  // Over the runs that have ended; nothing while none has. Its curves are those, in order.
  std::optional<finders::Suggestion> suggestion;
  std::vector<finders::PeerSuggestion> peers;  // median over the same runs in log rate
  std::string advice;                          // empty without a suggestion
};

// Valid as long as `snapshot`.
[[nodiscard]] Analysis analyse(const core::Snapshot& snapshot);

// True for a run whose curve is whole: it counts for the suggestion.
[[nodiscard]] bool has_ended(core::RunState state);

}  // namespace lrsweep::reports
