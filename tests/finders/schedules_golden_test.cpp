// Schedules against PyTorch 2.15's own values (data/schedules.json, float64) to 1e-12.
#include <cmath>
#include <limits>
#include <map>
#include <string>

#include <catch2/catch.hpp>

#include "finders/schedules/schedule.hpp"
#include "tests/finders/curve_files.hpp"

using namespace lrsweep;

namespace {

finders::Schedule schedule_of(const core::Json& golden) {
  const finders::ScheduleRun run{.lr = golden.at("lr").get<double>(),
                                 .updates = golden.value("updates", 13),
                                 .updates_per_epoch = 0};
  return finders::make_schedule(golden.at("schedule"), run).value();
}

void check_rates(const core::Json& golden) {
  const auto schedule = schedule_of(golden);
  const auto& values = golden.at("values");
  for (std::size_t t = 0; t < values.size(); ++t) {
    CHECK(schedule.lr(static_cast<std::int64_t>(t)) ==
          Approx(values[t].get<double>()).epsilon(1e-12).margin(0));
  }
  CHECK(schedule.momentum(0).has_value() == golden.contains("momentum"));
  if (!golden.contains("momentum")) return;
  for (std::size_t t = 0; t < values.size(); ++t) {
    CHECK(schedule.momentum(static_cast<std::int64_t>(t)).value() ==
          Approx(golden.at("momentum")[t].get<double>()).epsilon(1e-12));
  }
}

// Rate of each epoch, before its metric is known.
void check_plateau(const core::Json& golden) {
  auto schedule = schedule_of(golden);
  REQUIRE(schedule.needs_metric());
  for (std::size_t epoch = 0; epoch < golden.at("values").size(); ++epoch) {
    CHECK(schedule.lr(static_cast<std::int64_t>(epoch)) ==
          Approx(golden.at("values")[epoch].get<double>()).epsilon(1e-12));
    const auto& metric = golden.at("metric")[epoch];
    schedule.epoch_ended(metric.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                          : metric.get<double>());
  }
}

}  // namespace

TEST_CASE("Every schedule that PyTorch has equals it at every update") {
  int checked = 0;
  for (const auto& golden : tests::load_json("schedules.json")) {
    INFO(golden.at("schedule").dump());
    golden.contains("metric") ? check_plateau(golden) : check_rates(golden);
    ++checked;
  }
  CHECK(checked == 15);
}
