#include "finders/robust.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/check.hpp"

namespace lrsweep::finders {

double median(std::span<const double> values) {
  LRSWEEP_CHECK(!values.empty(), "the median of nothing");
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t half = sorted.size() / 2;
  if (sorted.size() % 2 == 1) return sorted[half];
  return sorted[half - 1] + (sorted[half] - sorted[half - 1]) / 2;
}

double noise_of(std::span<const double> losses) {
  if (losses.size() < 2) return 0;
  std::vector<double> differences(losses.size() - 1);
  for (std::size_t i = 0; i < differences.size(); ++i) differences[i] = losses[i + 1] - losses[i];
  const double centre = median(differences);
  for (double& difference : differences) difference = std::abs(difference - centre);
  return 1.4826 * median(differences) / std::sqrt(2.0);
}

std::size_t burn_in(std::size_t rungs) { return std::max<std::size_t>(8, rungs / 10); }

}  // namespace lrsweep::finders
