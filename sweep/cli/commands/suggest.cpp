#include <fmt/format.h>

#include <vector>

#include "core/files.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "finders/compat.hpp"
#include "finders/lr_suggestion.hpp"
#include "sweep/cli/commands/commands.hpp"
#include "sweep/cli/common.hpp"
#include "sweep/cli/compat_text.hpp"
#include "sweep/cli/curve_csv.hpp"

namespace lrsweep::cli {
namespace {

constexpr std::size_t kLargestCurve = 64U << 20U;

void declare(options::options_description& table) {
  table.add_options()("compat", text_value("PEER|all"),
                      "also what fastai, lightning, torch-lr-finder, ignite would say");
  declare_format(table);
}

core::Result<std::vector<finders::PeerSuggestion>> peers_of(const std::string& peer,
                                                            const finders::RangeCurve& curve) {
  if (peer.empty()) return std::vector<finders::PeerSuggestion>{};
  std::vector<double> lr;
  std::vector<double> loss;
  for (const auto& point : curve.points) {
    lr.push_back(point.lr);
    loss.push_back(point.loss);
  }
  return finders::peer_suggestions(peer, lr, loss);
}

core::Json to_json(const finders::Suggestion& suggestion,
                   const std::vector<finders::PeerSuggestion>& peers) {
  return {{"verdict", to_text(suggestion.verdict)},
          {"lr", core::json_number(suggestion.lr)},
          {"steepest", core::json_number(suggestion.steepest)},
          {"edge", core::json_number(suggestion.edge)},
          {"compat", compat_json(peers)}};
}

std::string to_text(const finders::Suggestion& suggestion,
                    const std::vector<finders::PeerSuggestion>& peers) {
  std::string out = fmt::format("verdict: {}\n", core::to_text(suggestion.verdict));
  if (suggestion.lr) {
    out += fmt::format("peak_lr: {:.3g}\nconstant_lr: {:.3g}\n", *suggestion.lr,
                       finders::constant_lr(*suggestion.lr));
  }
  out += finders::advice(suggestion, "your range test") + "\n";
  return peers.empty() ? out : out + "\n" + compat_text(peers);
}

core::Result<int> run(const Arguments& arguments) {
  const auto json = wants_json(arguments);
  if (!json) return core::Failure(json.error());
  const std::string file = text_of(arguments, "curve");
  if (file.empty()) {
    return core::fail(core::ErrorKind::kUsage,
                      "no curve; usage: lrsweep suggest CURVE.csv (- for stdin)");
  }
  const auto text =
      core::read_file(file == "-" ? "/dev/stdin" : file, kLargestCurve, core::ErrorKind::kData);
  if (!text) return core::Failure(text.error());
  const auto curve = parse_curve(*text, file == "-" ? "stdin" : core::printable(file));
  if (!curve) return core::Failure(curve.error());
  const auto peers = peers_of(text_of(arguments, "compat"), *curve);
  if (!peers) return core::Failure(peers.error());
  const auto suggestion = finders::suggest(std::span(&*curve, 1));
  const auto printed =
      *json ? print_json(to_json(suggestion, *peers)) : print(to_text(suggestion, *peers));
  if (!printed) return core::Failure(printed.error());
  return suggestion.lr ? 0 : core::exit_code(core::ErrorKind::kNoSuggestion);
}

}  // namespace

Command suggest_command() {
  return {.name = "suggest",
          .summary = "A learning rate from a curve of any tool (CSV with the columns lr and loss)",
          .usage = "CURVE.csv|- [--compat PEER|all] [--format json]",
          .examples =
              "  lrsweep suggest curve.csv\n"
              "  lrsweep suggest curve.csv --compat all --format json\n"
              "  lrsweep report --csv - | lrsweep suggest -\n",
          .positional = {"curve"},
          .declare = declare,
          .run = run};
}

}  // namespace lrsweep::cli
