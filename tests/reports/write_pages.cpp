// write_pages FOLDER: the pages that browser_test.py opens, and the reports in them as JSON.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/json.hpp"
#include "reports/report.hpp"
#include "reports/schedule_page.hpp"
#include "tests/reports/snapshots.hpp"

namespace {

using namespace lrsweep;

// Two schedules, one of which moves the momentum; its name is hostile.
std::string schedules_page() {
  reports::SchedulePreview preview;
  for (const auto& name : {std::string("cosine"), testing::hostile_text()}) {
    reports::ScheduleSeries series{.name = name, .lr = {}, .momentum = {}};
    for (int t = 0; t < 200; ++t) {
      series.lr.push_back(0.1 * (1 + std::cos(t * 0.0157)) / 2);
      series.momentum.push_back(name == "cosine" ? std::nullopt : std::optional(0.85 + t * 5e-4));
    }
    preview.series.push_back(series);
  }
  return reports::schedule_page(preview, testing::hostile_text());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: write_pages FOLDER\n", stderr);
    return 2;
  }
  const std::vector<std::pair<std::string, core::Snapshot>> pages = {
      {"measured", testing::measured_sweep()},   {"interrupted", testing::interrupted_sweep()},
      {"fresh", testing::fresh_sweep()},         {"flat", testing::flat_sweep()},
      {"exploding", testing::exploding_sweep()}, {"unstopped", testing::unstopped_sweep()},
      {"hostile", testing::hostile_sweep()},     {"training", testing::training_sweep()},
      {"diverged", testing::diverged_training()}};
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
  std::ofstream(std::string(argv[1]) + "/schedules.html", std::ios::binary) << schedules_page();
  return 0;
}
