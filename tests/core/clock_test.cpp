#include <chrono>
#include <regex>

#include <catch2/catch.hpp>

#include "core/clock.hpp"
#include "tests/support/manual_clock.hpp"

using namespace lrsweep::core;
using namespace std::chrono_literals;

namespace {

std::string at(std::chrono::milliseconds since_epoch) {
  return utc_text(std::chrono::system_clock::time_point(since_epoch));
}

}  // namespace

// Moments by `date -u -d @N`.
TEST_CASE("clock: a moment in UTC with milliseconds") {
  CHECK(at(0ms) == "1970-01-01T00:00:00.000Z");
  CHECK(at(1709164800999ms) == "2024-02-29T00:00:00.999Z");
  CHECK(at(4102444799001ms) == "2099-12-31T23:59:59.001Z");
}

TEST_CASE("clock: the system's clock says now") {
  const SystemClock clock;
  const auto before = std::chrono::system_clock::now();
  const auto text = clock.utc();
  CHECK(std::regex_match(text, std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)")));
  CHECK(utc_text(before) <= text);
  CHECK(text <= utc_text(std::chrono::system_clock::now()));
  const auto first = clock.now();
  CHECK(first <= clock.now());
  CHECK(std::chrono::steady_clock::now() - first < 1h);
}

TEST_CASE("clock: the manual clock moves when it is told to") {
  ManualClock clock;
  const auto start = clock.now();
  CHECK(clock.now() == start);
  CHECK(clock.utc() == "2026-12-01T09:30:00.000Z");
  clock.advance(61.5s);
  CHECK(clock.now() - start == 61500ms);
  CHECK(clock.utc() == "2026-12-01T09:31:01.500Z");
}
