#include "bench/real_curves.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>

#include "core/json.hpp"

namespace lrsweep::bench {
namespace {

using core::Json;

constexpr std::array<std::int64_t, 3> kLengths{100, 200, 400};

RealCurve curve_from(const Json& json) {
  RealCurve result{.updates = json.at("updates").get<std::int64_t>(),
                   .seed = json.at("seed").get<int>(),
                   .curve = {}};
  const auto& losses = json.at("loss");
  for (std::size_t i = 0; i < losses.size(); ++i) {
    const double loss =
        losses[i].is_null() ? std::numeric_limits<double>::quiet_NaN() : losses[i].get<double>();
    result.curve.points.push_back(
        {.lr = json.at("lr")[i].get<double>(), .loss = loss, .grad_norm = 0, .clipped_share = 0});
  }
  result.curve.planned_rungs = result.updates;
  return result;
}

RealConfig config_from(const Json& json) {
  RealConfig result;
  result.name = json.at("model").get<std::string>() + " " +
                json.at("optimizer").get<std::string>() + " " + json.at("batch_size").dump();
  for (const Json& point : json.at("grid")) {
    result.log_rate.push_back(std::log10(point.at("peak_lr").get<double>()));
    result.accuracy.push_back(point.at("val_accuracy").get<double>());
  }
  for (const Json& curve : json.at("curves")) result.curves.push_back(curve_from(curve));
  return result;
}

// Median over the seeds in log10(rate); the number of seeds is odd.
double suggested(const RealConfig& config, const Rule& rule, std::int64_t updates) {
  std::vector<double> logs;
  for (const RealCurve& curve : config.curves) {
    if (curve.updates == updates) logs.push_back(std::log10(rule(curve)));
  }
  std::sort(logs.begin(), logs.end());
  return logs.at(logs.size() / 2);
}

void add(Score& score, const RealConfig& config, double log_of_rate) {
  const double off = log_of_rate - config.log_rate[config.best()];
  const double lost = 100 * (config.accuracy[config.best()] - config.accuracy_at(log_of_rate));
  score.bias += off;
  score.distance += std::abs(off);
  score.worst_distance = std::max(score.worst_distance, std::abs(off));
  score.lost += lost;
  score.worst_lost = std::max(score.worst_lost, lost);
}

}  // namespace

std::size_t RealConfig::best() const {
  return static_cast<std::size_t>(std::max_element(accuracy.begin(), accuracy.end()) -
                                  accuracy.begin());
}

double RealConfig::accuracy_at(double log_of_rate) const {
  if (log_of_rate <= log_rate.front()) return accuracy.front();
  if (log_of_rate >= log_rate.back()) return accuracy.back();
  const auto above = static_cast<std::size_t>(
      std::upper_bound(log_rate.begin(), log_rate.end(), log_of_rate) - log_rate.begin());
  const double share =
      (log_of_rate - log_rate[above - 1]) / (log_rate[above] - log_rate[above - 1]);
  return accuracy[above - 1] + share * (accuracy[above] - accuracy[above - 1]);
}

std::vector<RealConfig> load_real_curves() {
  std::ifstream file(LRSWEEP_SOURCE_DIR "/tests/finders/data/real_curves.json");
  const Json document = Json::parse(file);
  std::vector<RealConfig> result;
  for (const Json& json : document.at("configs")) result.push_back(config_from(json));
  return result;
}

Score score(const std::vector<RealConfig>& configs, const Rule& rule, std::int64_t updates) {
  Score result;
  double count = 0;
  for (const std::int64_t length : kLengths) {
    if (updates != 0 && updates != length) continue;
    for (const RealConfig& config : configs) {
      add(result, config, suggested(config, rule, length));
      ++count;
    }
  }
  result.bias /= count;
  result.distance /= count;
  result.lost /= count;
  return result;
}

}  // namespace lrsweep::bench
