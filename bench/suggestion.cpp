// How good each rule's rate is on real curves: for range tests of 100, 200 and 400 updates and all
// together, bias, mean and worst distance to the best peak rate (decades), and mean and worst
// accuracy lost by training at the suggestion (points). bench/real_curves.hpp has the
// method.
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "bench/real_curves.hpp"
#include "finders/compat.hpp"

namespace lrsweep::bench {
namespace {

// Where a peer gives no rate the lowest one counts: that is what its user is left with.
Rule peer(std::string name, std::string method) {
  return [name = std::move(name), method = std::move(method)](const RealCurve& real) {
    std::vector<double> lr;
    std::vector<double> loss;
    for (const auto& point : real.curve.points) {
      lr.push_back(point.lr);
      loss.push_back(point.loss);
    }
    const auto suggestions = finders::peer_suggestions(name, lr, loss);
    for (const auto& suggestion : *suggestions) {
      if (suggestion.method == method && suggestion.lr) return *suggestion.lr;
    }
    return lr.front();
  };
}

const std::array<std::pair<const char*, Rule>, 11>& rules() {
  static const std::array<std::pair<const char*, Rule>, 11> all{{
      {"lrsweep", [](const RealCurve& real) { return *finders::suggest(real.curve).lr; }},
      {"fastai valley", peer("fastai", "valley")},
      {"fastai slide", peer("fastai", "slide")},
      {"fastai minimum", peer("fastai", "minimum")},
      {"fastai steep", peer("fastai", "steep")},
      {"torch-lr-finder", peer("torch-lr-finder", "lr")},
      {"lightning", peer("lightning", "lr")},
      {"ignite", peer("ignite", "lr")},
      {"centred steepest",
       [](const RealCurve& real) { return *finders::suggest(real.curve).steepest; }},
      {"edge", [](const RealCurve& real) { return *finders::suggest(real.curve).edge; }},
      {"edge / 3", [](const RealCurve& real) { return *finders::suggest(real.curve).edge / 3; }},
  }};
  return all;
}

void print_row(const char* name, const Score& score) {
  fmt::print("{:<18}{:>+8.2f}{:>10.2f}{:>8.2f}{:>12.2f}{:>8.2f}\n", name, score.bias,
             score.distance, score.worst_distance, score.lost, score.worst_lost);
}

void print_table() {
  const auto configs = load_real_curves();
  for (const std::int64_t updates : {100, 200, 400, 0}) {
    fmt::print("\n{}\n{:<18}{:>8}{:>10}{:>8}{:>12}{:>8}\n",
               updates == 0 ? std::string("all lengths") : fmt::format("{} updates", updates),
               "rule", "bias", "distance", "worst", "lost, mean", "worst");
    for (const auto& [name, rule] : rules()) {
      print_row(name, score(configs, rule, updates));
    }
  }
}

}  // namespace
}  // namespace lrsweep::bench

int main() { lrsweep::bench::print_table(); }
