#include <cmath>
#include <limits>
#include <map>
#include <string>

#include <catch2/catch.hpp>

#include "bench/real_curves.hpp"
#include "finders/compat.hpp"
#include "finders/fastai_rules.hpp"
#include "finders/peer_smoothing.hpp"
#include "finders/peer_window.hpp"
#include "tests/finders/curve_files.hpp"

using namespace lrsweep;
using finders::peer_suggestions;
using tests::CurveFile;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::map<std::string, std::optional<double>> answers(const CurveFile& curve) {
  std::map<std::string, std::optional<double>> result;
  const auto suggestions = peer_suggestions("all", curve.lr, curve.loss);
  for (const auto& suggestion : suggestions.value()) {
    result[suggestion.peer + "." + suggestion.method] = suggestion.lr;
  }
  return result;
}

// `golden`: {"fastai": {…}, "lightning": …, …}. fastai's own answers are float32.
void check_answers(const CurveFile& curve, const core::Json& golden, double fastai_tolerance) {
  auto found = answers(curve);
  for (const char* method : {"valley", "slide", "minimum", "steep"}) {
    INFO("fastai " << method);
    const auto lr = found.at(std::string("fastai.") + method);
    REQUIRE(lr);
    CHECK(*lr == Approx(golden.at("fastai").at(method).get<double>()).epsilon(fastai_tolerance));
  }
  for (const char* peer : {"lightning", "torch-lr-finder", "ignite"}) {
    INFO(peer);
    const auto lr = found.at(std::string(peer) + ".lr");
    REQUIRE(lr);
    CHECK(*lr == Approx(golden.at(peer).get<double>()).epsilon(1e-9));
  }
}

}  // namespace

TEST_CASE("Peers' smoothing and suggestions on the sigmoid curves are the peers' own") {
  for (const auto& golden : tests::load_json("expected.json")) {
    if (!golden.contains("suggestion")) continue;
    const auto curve = tests::load_csv(golden.at("curve").get<std::string>());
    const std::map<std::string, std::vector<double>> smooth{
        {"fastai", finders::fastai_smoothed(curve.loss)},
        {"torch-lr-finder", finders::torch_lr_finder_smoothed(curve.loss)}};
    for (const auto& [peer, values] : smooth) {
      for (const auto& [index, value] : golden.at("smoothed").at(peer).items()) {
        INFO(peer << " at " << index);
        CHECK(values.at(std::stoul(index)) == Approx(value.get<double>()).epsilon(1e-9));
      }
    }
    check_answers(curve, golden.at("suggestion"), 1e-9);
  }
}

TEST_CASE("Peers' suggestions on real curves are what their own code answers") {
  const auto configs = bench::load_real_curves();
  int checked = 0;
  for (const auto& golden : tests::load_json("peers.json")) {
    for (const auto& config : configs) {
      if (config.name != golden.at("curve").get<std::string>()) continue;
      for (const auto& real : config.curves) {
        if (real.updates != golden.at("updates") || real.seed != golden.at("seed")) continue;
        INFO(config.name << " " << real.updates << " " << real.seed);
        check_answers(tests::columns(real.curve), golden.at("suggestion"), 1e-5);
        ++checked;
      }
    }
  }
  CHECK(checked == 36);
}

TEST_CASE("Lightning's smoothing divides by one power more") {
  const std::array loss{2.0, 1.0};
  const auto smooth = finders::lightning_smoothed(loss);
  CHECK(smooth[0] == Approx(0.04 / (1 - std::pow(0.98, 2))));
  CHECK(smooth[1] == Approx((0.98 * 0.04 + 0.02) / (1 - std::pow(0.98, 3))));
}

TEST_CASE("A curve that is too short has no answer of a peer, not a wrong one") {
  for (const int count : {0, 1, 2}) {
    CurveFile curve{.lr = tests::log_rates(1e-3, 1, 3), .loss = {3, 2, 1}};
    curve.lr.resize(static_cast<std::size_t>(count));
    curve.loss.resize(static_cast<std::size_t>(count));
    for (const auto& [peer, lr] : answers(curve)) {
      INFO(peer << " with " << count);
      CHECK_FALSE(lr);
    }
  }
}

TEST_CASE("Peers with NaN: fastai cuts there, Lightning drops it") {
  auto curve = tests::load_csv("sigmoid_a0.csv");
  const auto before = answers(curve);
  curve.loss[98] = kNan;
  const auto after = answers(curve);
  CHECK(after.at("fastai.valley") == before.at("fastai.valley"));
  CHECK(after.at("lightning.lr") == before.at("lightning.lr"));
}

TEST_CASE("A valley from the very first point on wraps around, as Python's index −1 does") {
  // fastai: drops 0 and 5 of 7; two falling losses: b = −1, e = 1, index −1 + 0 + 0.
  const CurveFile curve{.lr = {1, 2, 3, 4, 5, 6, 7}, .loss = {9, 1, 1, 1, 1, 1, 1}};
  CHECK(answers(curve).at("fastai.valley") == 2);
}

TEST_CASE("A flat curve: fastai's valley answers with its lowest rate, ours does not answer") {
  const finders::Window flat{.lr = {1, 2, 3, 4}, .loss = {5, 5, 5, 5}};
  CHECK(finders::fastai_valley(flat) == 1);
  const auto curve = tests::curve_of(tests::log_rates(1e-6, 10, 60), std::vector<double>(60, 5.0));
  CHECK(finders::suggest(curve).verdict == core::Verdict::kFlat);
}

TEST_CASE("A NaN moves torch-lr-finder's answer to itself, ours stays") {
  CHECK(finders::argmin(std::array{3.0, kNan, 1.0, kNan}) == 1);
  CHECK(finders::argmin(std::array{3.0, 1.0, 1.0}) == 1);
  auto curve = tests::load_csv("sigmoid_a0.csv");
  curve.loss[90] = kNan;
  CHECK(answers(curve).at("torch-lr-finder.lr") == curve.lr[89]);
  const auto ours = finders::suggest(tests::curve_of(curve.lr, curve.loss));
  CHECK(*ours.steepest < 0.1);
}

TEST_CASE("One peer, all peers, an unknown peer") {
  const auto curve = tests::load_csv("sigmoid_a0.csv");
  CHECK(peer_suggestions("fastai", curve.lr, curve.loss)->size() == 4);
  CHECK(peer_suggestions("ignite", curve.lr, curve.loss)->size() == 1);
  CHECK(peer_suggestions("all", curve.lr, curve.loss)->size() == 7);
  const auto unknown = peer_suggestions("keras", curve.lr, curve.loss);
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().kind == core::ErrorKind::kUsage);
  CHECK(unknown.error().message.find("torch-lr-finder") != std::string::npos);
}
