#include "finders/fastai_rules.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "finders/peer_smoothing.hpp"

namespace lrsweep::finders {
namespace {

// Length of the longest strictly decreasing subsequence that ends at each value.
std::vector<int> decreasing_lengths(std::span<const double> values) {
  std::vector<int> lengths(values.size(), 1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (values[i] < values[j]) lengths[i] = std::max(lengths[i], lengths[j] + 1);
    }
  }
  return lengths;
}

}  // namespace

Window fastai_window(std::span<const double> lr, std::span<const double> loss) {
  Window part = window(lr, fastai_smoothed(loss), loss.size() / 10, 5);
  const auto nan = std::find_if(part.loss.begin(), part.loss.end(),
                                [](double value) { return std::isnan(value); });
  const auto keep = static_cast<std::size_t>(nan - part.loss.begin());
  part.loss.resize(keep);
  part.lr.resize(keep);
  return part;
}

std::optional<double> fastai_valley(const Window& part) {
  if (part.loss.empty()) return std::nullopt;
  const auto lengths = decreasing_lengths(part.loss);
  int end = 0;
  int begin = 0;
  for (int i = 0; i < static_cast<int>(lengths.size()); ++i) {
    const int length = lengths[static_cast<std::size_t>(i)];
    if (lengths[static_cast<std::size_t>(end)] >= length) continue;
    end = i;
    begin = end - length;
  }
  const double third = (end - begin) / 3.0;
  const int index = begin + static_cast<int>(third) + static_cast<int>(third / 2);
  // A valley that starts at the first point has begin −1; Python's index −1 is the last element.
  return index < 0 ? part.lr.back() : part.lr[static_cast<std::size_t>(index)];
}

std::optional<double> fastai_slide(const Window& part) {
  constexpr std::ptrdiff_t kDistance = 15;
  constexpr double kThreshold = 0.005;
  const auto count = std::ssize(part.loss);
  if (count <= kDistance) return std::nullopt;
  const auto slopes = index_slope(part.loss);
  const auto at = [](const std::vector<double>& values, std::ptrdiff_t i) {
    return values[static_cast<std::size_t>(i)];
  };
  std::ptrdiff_t right = count - 1;
  std::ptrdiff_t left = right - kDistance;
  double found = at(part.lr, left);
  while (left >= 0 && std::abs(at(slopes, right) - at(slopes, left)) > kThreshold) {
    found = at(part.lr, left);
    --right;
    --left;
  }
  return found;
}

std::optional<double> fastai_minimum(const Window& part) {
  if (part.loss.empty()) return std::nullopt;
  return part.lr[argmin(part.loss)] / 10;
}

std::optional<double> fastai_steep(const Window& part) {
  if (part.loss.size() < 2) return std::nullopt;
  std::vector<double> slopes;
  for (std::size_t i = 0; i + 1 < part.loss.size(); ++i) {
    slopes.push_back((part.loss[i + 1] - part.loss[i]) /
                     (std::log(part.lr[i + 1]) - std::log(part.lr[i])));
  }
  return part.lr[argmin(slopes)];
}

}  // namespace lrsweep::finders
