#include <cmath>
#include <limits>
#include <vector>

#include <catch2/catch.hpp>

#include "finders/stop_rule.hpp"
#include "tests/finders/curve_files.hpp"

using lrsweep::core::Stop;
using lrsweep::finders::find_stop;
using lrsweep::finders::StopRule;

namespace {

// 30 losses without noise: ten at 2, then a fall to 1 that is kept. So σ = 0, x0 = 2, m = 1, and
// the thresholds are 2.5 (three in a row) and 6 (one).
std::vector<double> fallen() {
  std::vector<double> losses(10, 2.0);
  losses.resize(30, 1.0);
  return losses;
}

std::vector<double> with(std::vector<double> losses, const std::vector<double>& more) {
  losses.insert(losses.end(), more.begin(), more.end());
  return losses;
}

}  // namespace

TEST_CASE("Three losses in a row above the lower threshold end the run at the third") {
  const auto stop = find_stop(with(fallen(), {2.6, 2.6, 2.6, 2.6}), 100);
  REQUIRE(stop);
  CHECK(stop->index == 32);
  CHECK(stop->stop == Stop::kDiverged);
}

TEST_CASE("Losses below the threshold, or not in a row, do not") {
  CHECK_FALSE(find_stop(with(fallen(), {2.4, 2.4, 2.4, 1, 1, 1}), 100));
  CHECK_FALSE(find_stop(with(fallen(), {2.6, 2.6, 1, 2.6, 2.6, 1, 1}), 100));
}

TEST_CASE("One loss above the upper threshold ends the run") {
  const auto stop = find_stop(with(fallen(), {6.1, 1, 1, 1}), 100);
  REQUIRE(stop);
  CHECK(stop->index == 30);
  CHECK_FALSE(find_stop(with(fallen(), {5.9, 1, 1, 1}), 100));
}

TEST_CASE("Noise raises the thresholds") {
  // σ is about 0.2, so the lower threshold lies near 2 + 6·0.2 + 0.5·(2 − 1) = 3.7.
  auto noisy = fallen();
  const auto noise = lrsweep::tests::normal_noise(30, 0.2, 3);
  for (std::size_t i = 0; i < noisy.size(); ++i) noisy[i] += noise[i];
  CHECK_FALSE(find_stop(with(noisy, {3, 3, 3, 1, 1, 1}), 100));
  CHECK(find_stop(with(fallen(), {3, 3, 3, 1, 1, 1}), 100));
  CHECK(find_stop(with(noisy, {4.5, 4.5, 4.5, 1, 1, 1}), 100));
}

TEST_CASE("Nothing but NaN and infinity ends a run within its burn-in") {
  std::vector<double> losses{1, 9, 1, 9, 90, 900, 900, 900, 900, 900};
  CHECK_FALSE(find_stop(losses, 100));
  losses[3] = std::numeric_limits<double>::quiet_NaN();
  CHECK(find_stop(losses, 100)->index == 3);
  CHECK(find_stop(losses, 100)->stop == Stop::kNotFinite);
  losses[2] = std::numeric_limits<double>::infinity();
  CHECK(find_stop(losses, 100)->index == 2);
}

TEST_CASE("The burn-in is a tenth of the rungs") {
  std::vector<double> losses(30, 1.0);
  losses[20] = 1000;
  CHECK(find_stop(losses, 100)->index == 20);
  CHECK_FALSE(find_stop(losses, 300));
}

TEST_CASE("A shifted or negative loss is judged as the same loss elsewhere") {
  const auto losses = with(fallen(), {1, 1.2, 2.6, 2.7, 2.8, 3, 9});
  const auto stop = find_stop(losses, 100);
  REQUIRE(stop);
  for (const double shift : {-1.5, -2.0, -100.0, 1000.0}) {
    auto shifted = losses;
    for (double& loss : shifted) loss += shift;
    const auto same = find_stop(shifted, 100);
    REQUIRE(same);
    CHECK(same->index == stop->index);
  }
}

TEST_CASE("A noisy run that does not diverge is never ended, whatever the sign of its loss") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    auto losses = lrsweep::tests::normal_noise(200, 0.1, seed);
    for (std::size_t i = 0; i < losses.size(); ++i) losses[i] -= 0.01 * static_cast<double>(i);
    CHECK_FALSE(find_stop(losses, 200));
  }
}

TEST_CASE("A run that ends above where it started has lost what it learnt") {
  const auto lost = with(fallen(), std::vector<double>(10, 2.1));
  const auto stop = find_stop(lost, 100);
  REQUIRE(stop);
  CHECK(stop->index == lost.size() - 1);
  CHECK(stop->stop == Stop::kDiverged);
  CHECK_FALSE(find_stop(with(fallen(), std::vector<double>(10, 1.9)), 100));
}

TEST_CASE("A run that never learnt has lost nothing") {
  for (unsigned seed = 0; seed < 50; ++seed) {
    CHECK_FALSE(find_stop(lrsweep::tests::normal_noise(100, 0.1, seed), 100));
  }
}
