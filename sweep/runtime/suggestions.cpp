#include "sweep/runtime/suggestions.hpp"

#include <algorithm>

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

// What one peer said of each run that has ended, where it gave a rate.
std::vector<double> rates_of_peer(const reports::Analysis& analysis, std::size_t peer) {
  std::vector<double> rates;
  for (const auto& curve : analysis.curves) {
    if (!reports::has_ended(curve.run->run.state) || peer >= curve.peers.size()) continue;
    if (curve.peers[peer].lr) rates.push_back(*curve.peers[peer].lr);
  }
  return rates;
}

core::SuggestionRecord of_peer(core::SweepId sweep, const finders::PeerSuggestion& peer,
                               const std::vector<double>& rates) {
  const bool any = !rates.empty();
  return {.sweep_id = sweep,
          .method = peer.method == "lr" ? peer.peer : peer.peer + "." + peer.method,
          .verdict = peer.lr ? core::Verdict::kOk : core::Verdict::kTooFew,
          .lr = peer.lr,
          .steepest = {},
          .low = any ? std::optional(std::ranges::min(rates)) : std::nullopt,
          .high = any ? std::optional(std::ranges::max(rates)) : std::nullopt,
          .edge_lr = {}};
}

}  // namespace

// The report's own analysis, so that the database and the page say the same.
std::vector<core::SuggestionRecord> suggest_from(const core::Snapshot& snapshot) {
  const auto analysis = reports::analyse(snapshot);
  if (!analysis.suggestion) return {};
  std::vector<core::SuggestionRecord> records{ours(snapshot.sweep.id, *analysis.suggestion)};
  for (std::size_t i = 0; i < analysis.peers.size(); ++i) {
    records.push_back(of_peer(snapshot.sweep.id, analysis.peers[i], rates_of_peer(analysis, i)));
  }
  return records;
}

}  // namespace lrsweep::sweep
