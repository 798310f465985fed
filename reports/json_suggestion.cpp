#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "core/words.hpp"
#include "reports/headline.hpp"
#include "reports/json_text.hpp"
#include "reports/sections.hpp"

namespace lrsweep::reports {
namespace {

core::Json constant_of(std::optional<double> lr) {
  return lr ? core::json_number(finders::constant_lr(*lr)) : core::Json(nullptr);
}

// "2 of 3 runs"
std::string share(std::size_t part, std::size_t whole) {
  return fmt::format("{} of {} {}", part, whole, whole == 1 ? "run" : "runs");
}

// Of its schedule, as the worker said them.
void add_warnings(core::Json& notes, const core::RunSnapshot& run) {
  const auto metrics = core::parse_json(run.run.metrics_json, "runs.metrics_json");
  if (!metrics || !metrics->is_object()) return;
  for (const auto& warning : metrics->value("warnings", core::Json::array())) {
    if (!warning.is_string()) continue;
    auto note = text_value("warning: " + warning.get<std::string>());
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
  }
}

}  // namespace

core::Json peers_object(const std::vector<finders::PeerSuggestion>& peers) {
  core::Json object = core::Json::object();
  for (const finders::PeerSuggestion& peer : peers) {
    object[peer.peer][peer.method] = core::json_number(peer.lr);
  }
  return object;
}

core::Json suggestion_section(const Analysis& analysis) {
  if (!analysis.suggestion) return nullptr;
  const finders::Suggestion& suggestion = *analysis.suggestion;
  core::Json section;
  section["verdict"] = core::to_text(suggestion.verdict);
  section["headline"] = verdict_headline(suggestion.verdict);
  section["lr"] = core::json_number(suggestion.lr);
  section["constant_lr"] = constant_of(suggestion.lr);
  section["steepest"] = core::json_number(suggestion.steepest);
  section["edge"] = core::json_number(suggestion.edge);
  section["low"] = core::json_number(suggestion.low);
  section["high"] = core::json_number(suggestion.high);
  section["width_decades"] = core::json_number(suggestion.width_decades);
  section["seeds"] = suggestion.seeds;
  section["advice"] = text_value(analysis.advice);
  section["methods"] = peers_object(analysis.peers);
  return section;
}

core::Json notes_section(const core::Snapshot& snapshot, const Analysis& analysis) {
  std::size_t runs = 0, ended = 0, failed = 0;
  std::string first_failure;
  for (const core::TrialSnapshot& trial : snapshot.trials) {
    for (const core::RunSnapshot& run : trial.runs) {
      ++runs;
      ended += has_ended(run.run.state);
      if (run.run.state != core::RunState::kFailed) continue;
      if (failed++ == 0) first_failure = run.run.reason;
    }
  }
  core::Json notes = core::Json::array();
  if (failed > 0) {
    notes.push_back(text_value(fmt::format("{} failed: {}", share(failed, runs), first_failure)));
  }
  for (const core::TrialSnapshot& trial : snapshot.trials) {
    for (const core::RunSnapshot& run : trial.runs) add_warnings(notes, run);
  }
  for (const AnalysedCurve& curve : analysis.curves) {
    if (curve.problem.empty()) continue;
    notes.push_back(text_value(fmt::format("The curve of run {} is left out: {}",
                                           curve.run->run.id.value, curve.problem)));
  }
  if (ended + failed < runs && analysis.suggestion) {
    notes.push_back(
        fmt::format("Only {} have ended: the suggestion may still move.", share(ended, runs)));
  }
  return notes;
}

}  // namespace lrsweep::reports
