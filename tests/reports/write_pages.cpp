// write_pages FOLDER: the pages that browser_test.py opens, and the hostile text it looks for.
#include <cstdio>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "core/json.hpp"
#include "reports/report.hpp"
#include "tests/reports/snapshots.hpp"

int main(int argc, char** argv) {
  using namespace lrsweep;
  if (argc != 2) {
    std::fputs("usage: write_pages FOLDER\n", stderr);
    return 2;
  }
  const std::vector<std::pair<std::string, core::Snapshot>> pages = {
      {"measured", testing::measured_sweep()},   {"interrupted", testing::interrupted_sweep()},
      {"fresh", testing::fresh_sweep()},         {"flat", testing::flat_sweep()},
      {"exploding", testing::exploding_sweep()}, {"unstopped", testing::unstopped_sweep()},
      {"hostile", testing::hostile_sweep()}};
  for (const auto& [name, snapshot] : pages) {
    const auto report = reports::make_report(snapshot);
    if (!report) {
      std::fprintf(stderr, "%s: %s\n", name.c_str(), report.error().message.c_str());
      return 1;
    }
    const std::string base = std::string(argv[1]) + "/" + name;
    std::ofstream(base + ".html", std::ios::binary) << reports::to_html(*report);
    std::ofstream(base + ".json", std::ios::binary) << core::dump(*report, 2) << "\n";
  }
  return 0;
}
