#include "finders/peer_smoothing.hpp"

#include <cmath>

namespace lrsweep::finders {
namespace {

constexpr double kBeta = 0.98;
constexpr double kSmoothF = 0.05;

std::vector<double> bias_corrected(std::span<const double> loss, int power_of_first) {
  std::vector<double> result;
  result.reserve(loss.size());
  double average = 0;
  int power = power_of_first;
  for (const double value : loss) {
    average = kBeta * average + (1 - kBeta) * value;
    result.push_back(average / (1 - std::pow(kBeta, power++)));
  }
  return result;
}

}  // namespace

std::vector<double> fastai_smoothed(std::span<const double> loss) {
  return bias_corrected(loss, 1);
}

std::vector<double> lightning_smoothed(std::span<const double> loss) {
  return bias_corrected(loss, 2);
}

std::vector<double> torch_lr_finder_smoothed(std::span<const double> loss) {
  std::vector<double> result;
  result.reserve(loss.size());
  for (const double value : loss) {
    result.push_back(result.empty() ? value : kSmoothF * value + (1 - kSmoothF) * result.back());
  }
  return result;
}

}  // namespace lrsweep::finders
