// Evaluates the worked examples of docs/numerics.md: indented lines "name(arguments) = results".
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "core/json.hpp"
#include "finders/early_stopping.hpp"
#include "finders/lr_ladder.hpp"
#include "finders/lr_suggestion.hpp"
#include "finders/peer_smoothing.hpp"
#include "finders/robust.hpp"
#include "finders/schedules/schedule.hpp"
#include "finders/smoothing.hpp"
#include "finders/stop_rule.hpp"
#include "finders/synthetic_loss.hpp"
#include "finders/training_plan.hpp"
#include "finders/trial_score.hpp"
#include "finders/verdict.hpp"
#include "tests/support/doc_examples.hpp"

using namespace lrsweep;
using testing::Examples;
using testing::Values;

namespace {

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

std::int64_t whole(double value) { return std::lround(value); }

// The index of the best validation, and of the one that ends the run (-1: none).
Values early_stopping(const Values& a) {
  finders::EarlyStopping stopping(
      {.goal = core::Goal::kMinimize, .patience = whole(a.at(0)), .min_delta = a.at(1)});
  Values result{-1, -1};
  for (std::size_t i = 2; i < a.size() && result[1] < 0; ++i) {
    if (stopping.observe(a[i])) result[0] = static_cast<double>(i - 2);
    if (stopping.stops()) result[1] = static_cast<double>(i - 2);
  }
  return result;
}

Values synthetic_loss(const Values& a) {
  finders::SyntheticLoss loss({.best_lr = a.at(0),
                               .diverge_lr = a.at(1),
                               .noise = 0,
                               .updates_per_epoch = whole(a.at(2)),
                               .seed = 0});
  for (double t = 0; t < a.at(4); ++t) loss.update(a.at(3));
  return {loss.expected()};
}

Values trial_score(const Values& a) {
  const std::vector<std::optional<double>> runs(a.begin(), a.end());
  const auto score = finders::trial_score(runs).value();
  return {score.mean, score.std.value()};
}

finders::TrainingPlan plan(const Values& a) {
  finders::TrainingPlan plan;
  plan.samples = whole(a.at(0));
  plan.batch = whole(a.at(1));
  return plan;
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

const Examples& examples() {
  using finders::LadderShape;
  static const Examples all{
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
      {"early_stopping", early_stopping},
      {"synthetic_loss", synthetic_loss},
      {"trial_score", trial_score},
      {"updates_per_epoch",
       [](const Values& a) { return Values{static_cast<double>(plan(a).updates_per_epoch())}; }},
      {"samples_of_update",
       [](const Values& a) {
         return Values{static_cast<double>(plan(a).samples_of(whole(a[2])))};
       }},
      {"updates_of_epochs",
       [](const Values& a) {
         return Values{static_cast<double>(finders::updates_of_epochs(a[0], whole(a[1])))};
       }},
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
  std::set<std::string> seen;
  for (const auto& example : testing::doc_examples()) {
    if (testing::torch_examples().contains(example.name)) continue;
    INFO(example.line);
    const bool is_schedule = example.name.starts_with("rates_of_");
    seen.insert(is_schedule ? "rates" : example.name);
    check_example(example,
                  is_schedule ? rates(example.name, example.arguments, example.results.size())
                              : examples().at(example.name)(testing::numbers(example.arguments)),
                  4e-7);
  }
  CHECK(seen.size() == examples().size() + 1);
}
