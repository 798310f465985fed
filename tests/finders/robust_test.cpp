#include <array>
#include <vector>

#include <catch2/catch.hpp>

#include "finders/robust.hpp"
#include "tests/finders/curve_files.hpp"

using namespace lrsweep::finders;

TEST_CASE("median: the middle value, or the mean of the two middle ones") {
  CHECK(median(std::array{3.0}) == 3);
  CHECK(median(std::array{9.0, -1.0, 4.0}) == 4);
  CHECK(median(std::array{4.0, 1.0, 100.0, 2.0}) == 3);
}

TEST_CASE("noise_of: a worked example") {
  // Differences 1, 2, 3, −6; their median 1.5; deviations .5, .5, 1.5, 7.5; MAD 1;
  // 1.4826·1/√2 = 1.04836.
  CHECK(noise_of(std::array{1.0, 2.0, 4.0, 7.0, 1.0}) == Approx(1.0483565137871753));
}

TEST_CASE("noise_of: neither an offset nor a trend nor one wild loss counts") {
  auto losses = lrsweep::tests::normal_noise(400, 0.1, 7);
  const double plain = noise_of(losses);
  CHECK(plain == Approx(0.1).epsilon(0.15));
  for (std::size_t i = 0; i < losses.size(); ++i) losses[i] += 1000 - 0.5 * static_cast<double>(i);
  CHECK(noise_of(losses) == Approx(plain).epsilon(1e-9));
  losses[200] = 1e6;
  CHECK(noise_of(losses) == Approx(plain).epsilon(0.05));
}

TEST_CASE("noise_of: none with fewer than two losses") {
  CHECK(noise_of(std::array{1.0}) == 0);
  CHECK(noise_of(std::vector<double>{}) == 0);
}

TEST_CASE("burn_in: a tenth of the rungs, at least 8") {
  CHECK(burn_in(20) == 8);
  CHECK(burn_in(100) == 10);
  CHECK(burn_in(400) == 40);
}
