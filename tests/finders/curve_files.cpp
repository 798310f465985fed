#include "tests/finders/curve_files.hpp"

#include <cmath>
#include <fstream>
#include <random>
#include <sstream>

namespace lrsweep::tests {
namespace {

std::ifstream open(std::string_view name) {
  return std::ifstream(std::string(LRSWEEP_SOURCE_DIR "/tests/finders/data/").append(name));
}

}  // namespace

CurveFile load_csv(std::string_view name) {
  auto file = open(name);
  CurveFile result;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    const auto comma = line.find(',');
    result.lr.push_back(std::stod(line.substr(0, comma)));
    result.loss.push_back(std::stod(line.substr(comma + 1)));
  }
  return result;
}

core::Json load_json(std::string_view name) {
  auto file = open(name);
  return core::Json::parse(file);
}

CurveFile columns(const finders::RangeCurve& curve) {
  CurveFile result;
  for (const auto& point : curve.points) {
    result.lr.push_back(point.lr);
    result.loss.push_back(point.loss);
  }
  return result;
}

finders::RangeCurve curve_of(const std::vector<double>& lr, const std::vector<double>& loss) {
  finders::RangeCurve result;
  for (std::size_t i = 0; i < lr.size(); ++i) {
    result.points.push_back({.lr = lr[i], .loss = loss[i], .grad_norm = 0, .clipped_share = 0});
  }
  return result;
}

std::vector<double> log_rates(double lo, double hi, int count) {
  std::vector<double> result;
  for (int i = 0; i < count; ++i) result.push_back(lo * std::pow(hi / lo, i / (count - 1.0)));
  return result;
}

std::vector<double> normal_noise(int count, double deviation, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal(0, deviation);
  std::vector<double> result;
  for (int i = 0; i < count; ++i) result.push_back(normal(engine));
  return result;
}

finders::RangeCurve textbook_curve(double edge, double fall_at) {
  const auto rates = log_rates(1e-6, 10, 100);
  std::vector<double> lr;
  std::vector<double> loss;
  for (const double rate : rates) {
    if (rate > edge * 2) break;
    lr.push_back(rate);
    const double explosion = rate > edge ? 100 * rate / edge : 0;
    loss.push_back(2.3 - 2 / (1 + std::pow(fall_at / rate, 2)) + explosion);
  }
  auto curve = curve_of(lr, loss);
  curve.planned_rungs = 100;
  return curve;
}

}  // namespace lrsweep::tests
