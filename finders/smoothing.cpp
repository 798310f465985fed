#include "finders/smoothing.hpp"

#include <cmath>

#include "core/check.hpp"

namespace lrsweep::finders {
namespace {

// Standard deviations beyond which a weight (under 1e-15) does not count in a double.
constexpr double kReach = 8.5;

std::vector<double> logs(std::span<const double> values) {
  std::vector<double> result;
  result.reserve(values.size());
  for (const double value : values) result.push_back(std::log(value));
  return result;
}

double inner_slope(std::span<const double> x, std::span<const double> y, std::size_t i) {
  const double left = x[i] - x[i - 1];
  const double right = x[i + 1] - x[i];
  // By terms as numpy writes them, so that ties break the same way.
  return -right / (left * (left + right)) * y[i - 1] + (right - left) / (left * right) * y[i] +
         left / (right * (left + right)) * y[i + 1];
}

}  // namespace

std::vector<double> smoothed(std::span<const double> lr, std::span<const double> loss,
                             double width) {
  LRSWEEP_CHECK(lr.size() == loss.size(), "a curve with more rates than losses");
  if (loss.size() < 2) return {loss.begin(), loss.end()};
  const auto x = logs(lr);
  const double h = width * (x.back() - x.front()) / static_cast<double>(x.size() - 1);
  std::vector<double> result;
  result.reserve(x.size());
  for (const double centre : x) {
    double sum = 0;
    double weights = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      const double distance = (x[j] - centre) / h;
      if (std::abs(distance) > kReach) continue;
      const double weight = std::exp(-0.5 * distance * distance);
      sum += weight * loss[j];
      weights += weight;
    }
    result.push_back(sum / weights);
  }
  return result;
}

std::vector<double> slope(std::span<const double> x, std::span<const double> y) {
  LRSWEEP_CHECK(x.size() == y.size() && x.size() >= 2, "a slope needs two points");
  const std::size_t last = x.size() - 1;
  std::vector<double> result(x.size());
  result[0] = (y[1] - y[0]) / (x[1] - x[0]);
  result[last] = (y[last] - y[last - 1]) / (x[last] - x[last - 1]);
  for (std::size_t i = 1; i < last; ++i) result[i] = inner_slope(x, y, i);
  return result;
}

std::vector<double> log_slope(std::span<const double> lr, std::span<const double> loss) {
  return slope(logs(lr), loss);
}

}  // namespace lrsweep::finders
