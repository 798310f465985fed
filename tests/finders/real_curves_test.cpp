#include <catch2/catch.hpp>

#include "bench/real_curves.hpp"
#include "finders/compat.hpp"

using namespace lrsweep;
using bench::RealCurve;
using bench::score;

namespace {

double ours(const RealCurve& real) { return finders::suggest(real.curve).lr.value(); }

}  // namespace

TEST_CASE("Training at the suggestion costs little accuracy on real trainings") {
  const auto configs = bench::load_real_curves();
  REQUIRE(configs.size() == 12);
  for (const auto& config : configs) REQUIRE(config.curves.size() == 9);

  const auto all = score(configs, ours, 0);
  CHECK(all.lost <= 0.8);
  CHECK(all.worst_lost <= 4);
  CHECK(all.distance <= 0.35);
  CHECK(all.worst_distance <= 0.8);
  CHECK(std::abs(all.bias) <= 0.1);
}

TEST_CASE("It does so at every length of range test") {
  const auto configs = bench::load_real_curves();
  for (const std::int64_t updates : {100, 200, 400}) {
    INFO(updates);
    const auto one = score(configs, ours, updates);
    CHECK(one.lost <= 0.85);
    CHECK(one.worst_lost <= 3);
    CHECK(std::abs(one.bias) <= 0.12);
  }
}

TEST_CASE("The score tells a bad rule from a good one") {
  const auto configs = bench::load_real_curves();
  const auto high = score(
      configs, [](const RealCurve& real) { return 10 * ours(real); }, 0);
  const auto low = score(
      configs, [](const RealCurve& real) { return ours(real) / 10; }, 0);
  CHECK(high.lost > 10);
  CHECK(low.lost > 4);
  CHECK(high.bias - low.bias == Approx(2));
}

TEST_CASE("accuracy_at is linear in log rate between the rates that were trained") {
  bench::RealConfig config;
  config.log_rate = {-2, -1, 0};
  config.accuracy = {0.5, 0.9, 0.1};
  CHECK(config.best() == 1);
  CHECK(config.accuracy_at(-1.5) == Approx(0.7));
  CHECK(config.accuracy_at(-0.25) == Approx(0.3));
  CHECK(config.accuracy_at(-9) == 0.5);
  CHECK(config.accuracy_at(9) == 0.1);
}

TEST_CASE("Each seed of a real range test has a rate, and seeds agree within a decade") {
  for (const auto& config : bench::load_real_curves()) {
    for (const std::int64_t updates : {100, 200, 400}) {
      std::vector<finders::RangeCurve> curves;
      for (const auto& real : config.curves) {
        if (real.updates == updates) curves.push_back(real.curve);
      }
      INFO(config.name << " " << updates);
      const auto found = finders::suggest(curves);
      CHECK(finders::gives_rate(found.verdict));
      CHECK(found.width_decades < 1);
    }
  }
}
