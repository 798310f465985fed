#include <array>
#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

#include "finders/smoothing.hpp"
#include "tests/finders/curve_files.hpp"

using namespace lrsweep::finders;

TEST_CASE("smoothed: a worked example") {
  // Rates a decade apart, width 0.8 rungs; from NumPy: K @ x / K.sum(1) with
  // K = exp(−½((i − j)/0.8)²).
  const auto smooth =
      smoothed(std::array{1e-3, 1e-2, 1e-1, 1.0}, std::array{3.0, 1.0, 2.0, 5.0}, 0.8);
  REQUIRE(smooth.size() == 4);
  CHECK(smooth[0] == Approx(2.36257054).epsilon(1e-8));
  CHECK(smooth[1] == Approx(1.79059243).epsilon(1e-8));
  CHECK(smooth[2] == Approx(2.48969273).epsilon(1e-8));
  CHECK(smooth[3] == Approx(3.96781605).epsilon(1e-8));
}

TEST_CASE("smoothed: has no lag: a symmetric dip keeps its place") {
  const auto lr = lrsweep::tests::log_rates(1e-6, 1, 101);
  std::vector<double> loss;
  for (int i = 0; i < 101; ++i) loss.push_back(std::abs(i - 50) < 10 ? 1 : 2);
  const auto smooth = smoothed(lr, loss, 5);
  for (int d = 1; d <= 50; ++d) {
    const auto at = [&](int i) { return smooth[static_cast<std::size_t>(i)]; };
    CHECK(at(50 - d) == Approx(at(50 + d)).epsilon(1e-10));
    CHECK(at(50) < at(50 + d));
  }
}

TEST_CASE("smoothed: a constant stays, one point stays") {
  const auto lr = lrsweep::tests::log_rates(1e-6, 1, 50);
  for (const double value : smoothed(lr, std::vector<double>(50, 2.3), 3)) {
    CHECK(value == Approx(2.3).epsilon(1e-14));
  }
  CHECK(smoothed(std::array{0.1}, std::array{7.0}, 3) == std::vector<double>{7.0});
}

TEST_CASE("log_slope: a worked example on uneven rates") {
  // numpy.gradient([4, 3, 1, 2], log([1e-3, 2e-3, 1e-2, 3e-2])).
  const auto slopes = log_slope(std::array{1e-3, 2e-3, 1e-2, 3e-2}, std::array{4.0, 3.0, 1.0, 2.0});
  CHECK(slopes[0] == Approx(-1.44269504).epsilon(1e-8));
  CHECK(slopes[1] == Approx(-1.38248146).epsilon(1e-8));
  CHECK(slopes[2] == Approx(0.03683873).epsilon(1e-6));
  CHECK(slopes[3] == Approx(0.91023923).epsilon(1e-8));
}

TEST_CASE("slope: exact for a parabola inside, whatever the spacing") {
  const std::array x{0.0, 1.0, 3.0, 4.5, 10.0};
  std::vector<double> y;
  for (const double value : x) y.push_back(value * value);
  const auto slopes = slope(x, y);
  for (std::size_t i = 1; i + 1 < x.size(); ++i) CHECK(slopes[i] == Approx(2 * x[i]));
}
