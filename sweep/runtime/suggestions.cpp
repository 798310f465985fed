#include "sweep/runtime/suggestions.hpp"

#include "reports/analysis.hpp"

namespace lrsweep::sweep {
namespace {

core::SuggestionRecord ours(core::SweepId sweep, const finders::Suggestion& found) {
  return {.sweep_id = sweep,
          .method = "lrsweep",
          .verdict = found.verdict,
          .lr = found.lr,
          .steepest = found.steepest,
          .low = found.low,
          .high = found.high,
          .edge_lr = found.edge};
}

core::SuggestionRecord of_peer(core::SweepId sweep, const finders::PeerSuggestion& peer) {
  return {.sweep_id = sweep,
          .method = peer.method == "lr" ? peer.peer : peer.peer + "." + peer.method,
          .verdict = peer.lr ? core::Verdict::kOk : core::Verdict::kTooFew,
          .lr = peer.lr,
          .steepest = {},
          .low = {},
          .high = {},
          .edge_lr = {}};
}

}  // namespace

// The report's own analysis, so that the database and the page say the same.
std::vector<core::SuggestionRecord> suggest_from(const core::Snapshot& snapshot) {
  const auto analysis = reports::analyse(snapshot);
  if (!analysis.suggestion) return {};
  std::vector<core::SuggestionRecord> records{ours(snapshot.sweep.id, *analysis.suggestion)};
  for (const auto& peer : analysis.peers) records.push_back(of_peer(snapshot.sweep.id, peer));
  return records;
}

}  // namespace lrsweep::sweep
