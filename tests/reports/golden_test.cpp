// The whole document pinned: tests/reports/data/small_report.json. Renew it with LRSWEEP_RENEW=1
// and read the difference before it is kept. Numbers agree to 1e-9, so that another libm does not
// count.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "core/json.hpp"
#include "reports/report.hpp"
#include "tests/reports/snapshots.hpp"

namespace lrsweep::reports {
namespace {

constexpr const char* kGolden = LRSWEEP_SOURCE_DIR "/tests/reports/data/small_report.json";

void check_same(const core::Json& golden, const core::Json& actual, const std::string& path) {
  INFO(path);
  if (golden.is_number_float() && actual.is_number_float()) {
    CHECK(actual.get<double>() == Approx(golden.get<double>()).epsilon(1e-9));
    return;
  }
  if (!golden.is_structured() || golden.type() != actual.type()) {
    CHECK(golden == actual);
    return;
  }
  REQUIRE(golden.size() == actual.size());
  for (auto want = golden.begin(), got = actual.begin(); want != golden.end(); ++want, ++got) {
    if (golden.is_object()) REQUIRE(want.key() == got.key());
    const std::string step =
        golden.is_object() ? want.key() : std::to_string(want - golden.begin());
    check_same(*want, *got, path + "/" + step);
  }
}

}  // namespace

TEST_CASE("the document of a small sweep is as pinned") {
  const core::Json report = make_report(testing::small_sweep()).value();
  if (std::getenv("LRSWEEP_RENEW") != nullptr) {
    std::ofstream(kGolden) << core::dump(report, 1) << "\n";
  }
  std::ifstream file(kGolden);
  std::stringstream text;
  text << file.rdbuf();
  check_same(core::parse_json(text.str(), kGolden).value(), report, "");
}

}  // namespace lrsweep::reports
