#include <set>

#include <catch2/catch.hpp>

#include "core/seeds.hpp"

using namespace lrsweep::core;

// Worked out in Python from the published SplitMix64, whose first outputs for state 0
// (e220a8397b1dcdaf, 6e789e6aa1b965f4) that script met:
//   mix(mix(s) ^ r) >> 11,   mix(mix(mix(run_seed) ^ use) ^ rank)
TEST_CASE("seeds: of a repeat") {
  CHECK(run_seed(0, 0) == 5876733520225071);
  CHECK(run_seed(0, 1) == 306350170640982);
  CHECK(run_seed(1, 0) == 3316356330981164);
  CHECK(run_seed(1, 1) == 8232782446381918);
  CHECK(run_seed(42, 2) == 4022505963573781);
  CHECK(run_seed(9007199254740991, 999) == 7764407313934333);
}

TEST_CASE("seeds: of a stream") {
  CHECK(stream_seed(0, SeedUse::kInit) == 4964578127960768432U);
  CHECK(stream_seed(0, SeedUse::kShuffle) == 15415986080105920549U);
  CHECK(stream_seed(0, SeedUse::kDropout, 1) == 14759717523909914316U);
  CHECK(stream_seed(5876733520225071, SeedUse::kInit) == 4461320038608669178U);
  CHECK(stream_seed(5876733520225071, SeedUse::kShuffle) == 13749348726041088153U);
  CHECK(stream_seed(4022505963573781, SeedUse::kAugment) == 13563854497296431364U);
  CHECK(stream_seed(4022505963573781, SeedUse::kDropout, 7) == 10769670745798374977U);
  CHECK(stream_seed(4022505963573781, SeedUse::kProbe) == 7479704631165750291U);
}

TEST_CASE("seeds: exact in a double, and no two alike") {
  std::set<std::int64_t> seen;
  for (int seed = 0; seed < 50; ++seed) {
    for (int repeat = 0; repeat < 50; ++repeat) {
      const auto value = run_seed(seed, repeat);
      REQUIRE(value >= 0);
      REQUIRE(value < (std::int64_t{1} << 53));
      seen.insert(value);
    }
  }
  CHECK(seen.size() == 2500);
}
