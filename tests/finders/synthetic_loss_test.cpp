#include "finders/synthetic_loss.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

namespace lrsweep::finders {
namespace {

double loss_after_epoch(double lr) {
  SyntheticLoss loss({.noise = 0});
  for (int update = 0; update < 100; ++update) loss.update(lr);
  return loss.expected();
}

TEST_CASE("the synthetic loss falls as its formula says") {
  SyntheticLoss loss({.noise = 0});
  CHECK(loss.update(0.1) == Approx(2.3));
  // s = 1/100 after one update at the best rate; at half of it e^(1/2)/2 as fast.
  CHECK(loss.update(0.05) == Approx(0.1 + 2.2 * std::exp(-0.01)));
  CHECK(loss.expected() == Approx(0.1 + 2.2 * std::exp(-0.01 - 0.005 * std::exp(0.5))));
  CHECK(loss.validation_accuracy() == Approx(std::exp(-loss.expected())));
}

TEST_CASE("the synthetic loss is lowest at its best rate") {
  for (const double other : {0.01, 0.05, 0.09, 0.11, 0.2, 0.5}) {
    CHECK(loss_after_epoch(other) > loss_after_epoch(0.1));
  }
}

TEST_CASE("the synthetic loss diverges above its limit only, tenfold an update") {
  CHECK(std::isfinite(loss_after_epoch(1.0)));
  CHECK(loss_after_epoch(1.001) > 1e99);
}

TEST_CASE("the noise of the synthetic loss follows from seed and update") {
  const auto curve = [](std::uint64_t seed) {
    SyntheticLoss loss({.noise = 0.5, .seed = seed});
    std::vector<double> losses;
    for (int update = 0; update < 1000; ++update) losses.push_back(loss.update(1e-9));
    return losses;
  };
  const auto losses = curve(3);
  CHECK(losses == curve(3));
  CHECK(losses != curve(4));
  double mean = 0;
  double squares = 0;
  for (const double value : losses) mean += value / 1000;
  for (const double value : losses) squares += (value - mean) * (value - mean) / 999;
  CHECK(mean == Approx(2.3).margin(0.05));
  CHECK(std::sqrt(squares) == Approx(0.5).margin(0.04));
}

}  // namespace
}  // namespace lrsweep::finders
