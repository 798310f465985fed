#include "finders/peer_window.hpp"

#include <algorithm>
#include <cmath>

namespace lrsweep::finders {

Window window(std::span<const double> lr, const std::vector<double>& loss, std::size_t first,
              std::size_t last) {
  if (first + last >= loss.size()) return {};
  const std::size_t count = loss.size() - first - last;
  const auto rates = lr.subspan(first, count);
  const auto values = std::span(loss).subspan(first, count);
  return {.lr = {rates.begin(), rates.end()}, .loss = {values.begin(), values.end()}};
}

std::size_t argmin(std::span<const double> values) {
  const auto nan =
      std::find_if(values.begin(), values.end(), [](double value) { return std::isnan(value); });
  const auto lowest = nan != values.end() ? nan : std::min_element(values.begin(), values.end());
  return static_cast<std::size_t>(lowest - values.begin());
}

std::vector<double> index_slope(std::span<const double> values) {
  const std::size_t last = values.size() - 1;
  std::vector<double> result(values.size());
  result[0] = values[1] - values[0];
  result[last] = values[last] - values[last - 1];
  for (std::size_t i = 1; i < last; ++i) result[i] = (values[i + 1] - values[i - 1]) / 2;
  return result;
}

}  // namespace lrsweep::finders
