// What a trial is worth: its runs' metric, averaged.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lrsweep::finders {

// The metric of a run in what it answered with ("metrics_json"): {"val_loss": …, "best":
// {"val_loss": …}, "metric": "val_loss", "goal": "minimize"}. Where `name` is empty the run's own
// "metric" counts. `at` is last or best. Nothing where it is missing or null.
[[nodiscard]] std::optional<double> metric_of_run(std::string_view metrics_json,
                                                  std::string_view name, std::string_view at);

struct TrialScore {
  double mean = 0;
  std::optional<double> std;  // sample standard deviation (n − 1); nothing for one run
  std::int64_t n = 0;
};

// Nothing where a run has no value: a trial with a missing or diverged run has no score.
[[nodiscard]] std::optional<TrialScore> trial_score(std::span<const std::optional<double>> runs);

}  // namespace lrsweep::finders
