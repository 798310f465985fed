// Evaluates the worked examples of docs/numerics.md: indented lines "name(arguments) = results".
#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "core/json.hpp"
#include "finders/lr_ladder.hpp"
#include "finders/lr_suggestion.hpp"
#include "finders/peer_smoothing.hpp"
#include "finders/robust.hpp"
#include "finders/schedules/schedule.hpp"
#include "finders/smoothing.hpp"
#include "finders/stop_rule.hpp"
#include "finders/verdict.hpp"

using namespace lrsweep;
using Values = std::vector<double>;

namespace {

Values numbers(const std::string& text) {
  std::istringstream stream(text);
  Values result;
  for (std::string part; std::getline(stream, part, ',');) result.push_back(std::stod(part));
  return result;
}

finders::LrLadder ladder(const Values& a, finders::LadderShape shape) {
  return finders::LrLadder::make(a.at(0), a.at(1), std::lround(a.at(2)), shape).value();
}

Values stop_index(const Values& more) {
  Values losses(10, 2.0);
  losses.resize(30, 1.0);
  losses.insert(losses.end(), more.begin(), more.end());
  return {static_cast<double>(finders::find_stop(losses, 100).value().index)};
}

Values smoothed(const Values& a) {
  const Values losses(a.begin() + 1, a.end());
  Values lr;
  for (std::size_t i = 0; i < losses.size(); ++i) {
    lr.push_back(std::pow(10, static_cast<double>(i)));
  }
  return finders::smoothed(lr, losses, a.at(0));
}

// The smallest fall that is not flat, by bisection.
Values least_fall(const Values& a) {
  finders::CurveFacts facts;
  facts.noise = a.at(0);
  facts.planned = static_cast<std::size_t>(a.at(1));
  facts.width = a.at(2);
  facts.points = static_cast<std::size_t>(a.at(3));
  double flat = 0;
  double real = 100;
  while (real - flat > 1e-9) {
    const double fall = (flat + real) / 2;
    facts.lowest = facts.initial - fall;
    (finders::fall_is_real(facts) ? real : flat) = fall;
  }
  return {real};
}

const std::map<std::string, std::function<Values(const Values&)>>& examples() {
  using finders::LadderShape;
  static const std::map<std::string, std::function<Values(const Values&)>> all{
      {"ladder_exp",
       [](const Values& a) { return Values{ladder(a, LadderShape::kExp).lr(std::lround(a[3]))}; }},
      {"ladder_linear",
       [](const Values& a) {
         return Values{ladder(a, LadderShape::kLinear).lr(std::lround(a[3]))};
       }},
      {"extended_rungs",
       [](const Values& a) {
         const auto rungs =
             ladder(a, LadderShape::kExp).extended_rungs(static_cast<int>(std::lround(a[3])));
         return Values{static_cast<double>(rungs)};
       }},
      {"noise", [](const Values& a) { return Values{finders::noise_of(a)}; }},
      {"stop_index", stop_index},
      {"smoothed", smoothed},
      {"log_slope",
       [](const Values& a) {
         return finders::log_slope(Values{1e-3, 2e-3, 1e-2, 3e-2}, a);
       }},
      {"combined", [](const Values& a) { return Values{finders::combined_lr(a[0], a[1], a[2])}; }},
      {"least_fall", least_fall},
      {"fastai_smoothed", [](const Values& a) { return finders::fastai_smoothed(a); }},
      {"lightning_smoothed", [](const Values& a) { return finders::lightning_smoothed(a); }},
      {"torch_lr_finder_smoothed",
       [](const Values& a) { return finders::torch_lr_finder_smoothed(a); }},
  };
  return all;
}

// "rates_of_90": the first rates of a schedule, with base rate 1 and 90 updates.
Values rates(const std::string& name, const std::string& json, std::size_t count) {
  const std::int64_t updates = std::stol(name.substr(name.rfind('_') + 1));
  const auto schedule =
      finders::make_schedule(core::Json::parse(json), {.lr = 1, .updates = updates}).value();
  Values result;
  for (std::size_t t = 0; t < count; ++t) {
    result.push_back(schedule.lr(static_cast<std::int64_t>(t)));
  }
  return result;
}

}  // namespace

TEST_CASE("The worked examples of docs/numerics.md are right") {
  std::ifstream file(LRSWEEP_SOURCE_DIR "/docs/numerics.md");
  const std::regex form(R"(    (\w+)\((.*)\) = (.*))");
  std::map<std::string, int> seen;
  for (std::string line; std::getline(file, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, form)) continue;
    INFO(line);
    const auto told = numbers(match[3]);
    const std::string name = match[1];
    const bool is_schedule = name.starts_with("rates_of_");
    const auto found =
        is_schedule ? rates(name, match[2], told.size()) : examples().at(name)(numbers(match[2]));
    REQUIRE(found.size() == told.size());
    for (std::size_t i = 0; i < told.size(); ++i) {
      CHECK(found[i] == Approx(told[i]).epsilon(4e-7).margin(1e-9));
    }
    ++seen[is_schedule ? "rates" : name];
  }
  CHECK(seen.size() == examples().size() + 1);
}
