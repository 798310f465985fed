// Range tests of real trainings (tests/finders/data/real_curves.json) with what training at each
// peak rate led to, and the score of a rule on them. Shared with tests/finders.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "finders/lr_suggestion.hpp"

namespace lrsweep::bench {

struct RealCurve {
  std::int64_t updates = 0;  // planned rungs
  int seed = 0;
  finders::RangeCurve curve;
};

// One model, optimizer and batch size.
struct RealConfig {
  std::string name;  // "cnn sgd 128"
  // One-cycle trainings at each peak rate: log10(rate) ascending, validation accuracy in [0, 1].
  std::vector<double> log_rate;
  std::vector<double> accuracy;
  std::vector<RealCurve> curves;  // 3 seeds each of 100, 200 and 400 updates

  [[nodiscard]] std::size_t best() const;  // index of the highest accuracy
  // Linear in log10(rate), held at both ends.
  [[nodiscard]] double accuracy_at(double log_of_rate) const;
};

// Aborts with a message when the file is missing or malformed.
[[nodiscard]] std::vector<RealConfig> load_real_curves();

// Rate that a rule suggests for one curve.
using Rule = std::function<double(const RealCurve&)>;

// Over configurations: how far the suggestion (median of the seeds in log rate) lies from the best
// peak rate of the grid, in decades, and what training there costs, in points of accuracy.
struct Score {
  double bias = 0;
  double distance = 0;
  double worst_distance = 0;
  double lost = 0;
  double worst_lost = 0;
};

// `updates`: the length of range test scored; 0 for all lengths together.
[[nodiscard]] Score score(const std::vector<RealConfig>& configs, const Rule& rule,
                          std::int64_t updates);

}  // namespace lrsweep::bench
