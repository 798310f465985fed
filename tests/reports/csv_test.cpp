#include <catch2/catch.hpp>
#include <sstream>
#include <string>

#include "core/json.hpp"
#include "reports/report.hpp"
#include "tests/reports/snapshots.hpp"

namespace lrsweep::reports {
namespace {

std::vector<std::string> lines_of(const core::Snapshot& snapshot) {
  std::istringstream text(to_csv(make_report(snapshot).value()));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("one row a rung, numbers as they were stored") {
  const auto lines = lines_of(testing::measured_sweep());
  REQUIRE(lines.size() == 1 + 163 + 167 + 165);
  CHECK(lines[0] == "run,repeat,rung,lr,loss,smoothed,grad_norm,clipped_share");
  CHECK(lines[1].starts_with("11,0,0,1e-06,2.31441,"));
  CHECK(lines[1 + 163].starts_with("12,1,0,1e-06,2.31423,"));
}

TEST_CASE("what is not a number is an empty cell") {
  const auto lines = lines_of(testing::exploding_sweep());
  CHECK(lines[163] == "11,0,162,0.499451,1e+30,,1072.865,0");
  CHECK(lines[163 + 167].starts_with("12,1,166,0.690551,,,"));
}

}  // namespace lrsweep::reports
