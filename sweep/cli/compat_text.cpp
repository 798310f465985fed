#include "sweep/cli/compat_text.hpp"

#include <fmt/format.h>

#include <vector>

#include "core/json.hpp"
#include "core/text.hpp"
#include "sweep/cli/common.hpp"

namespace lrsweep::cli {
namespace {

using Suggestions = std::vector<finders::PeerSuggestion>;

std::string rate(std::optional<double> lr) { return lr ? fmt::format("{:.3g}", *lr) : "none"; }

std::string label(const finders::PeerSuggestion& one) {
  return one.method == "lr" ? one.peer : one.peer + " " + one.method;
}

core::Result<Suggestions> of_run(std::string_view peer, const core::RunSnapshot& run) {
  std::vector<double> lr;
  std::vector<double> loss;
  for (const auto& point : run.range_points) {
    lr.push_back(point.lr);
    loss.push_back(point.loss);
  }
  return finders::peer_suggestions(peer, lr, loss);
}

std::string table_of(const std::vector<std::string>& heads,
                     const std::vector<Suggestions>& columns) {
  std::vector<std::vector<std::string>> rows{heads};
  for (std::size_t i = 0; i < columns.front().size(); ++i) {
    rows.push_back({label(columns.front()[i])});
    for (const auto& column : columns) rows.back().push_back(rate(column[i].lr));
  }
  return text_table(rows);
}

}  // namespace

core::Result<void> check_peer(std::string_view peer) {
  if (peer.empty()) return {};
  const auto known = finders::peer_suggestions(peer, {}, {});
  if (!known) return core::Failure(known.error());
  return {};
}

core::Json compat_json(std::span<const finders::PeerSuggestion> suggestions) {
  core::Json json = core::Json::object();
  for (const auto& one : suggestions) json[one.peer][one.method] = core::json_number(one.lr);
  return json;
}

core::Result<std::string> compat_text(std::string_view peer, const core::Snapshot& snapshot) {
  if (peer.empty()) return "";
  std::vector<std::string> heads{"other tools"};
  std::vector<Suggestions> columns;
  for (const auto& trial : snapshot.trials) {
    for (const auto& run : trial.runs) {
      auto suggestions = of_run(peer, run);
      if (!suggestions) return core::Failure(suggestions.error());
      heads.push_back(fmt::format("seed {}", run.run.repeat));
      columns.push_back(*std::move(suggestions));
    }
  }
  return columns.empty() ? "" : "\n" + table_of(heads, columns);
}

std::string compat_text(std::span<const finders::PeerSuggestion> suggestions) {
  if (suggestions.empty()) return "";
  return table_of({"other tools", "lr"}, {Suggestions(suggestions.begin(), suggestions.end())});
}

}  // namespace lrsweep::cli
