// Schedules that PyTorch lacks, warm-ups, and what all schedules have in common: worked by hand.
#include <cmath>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "core/json.hpp"
#include "finders/schedules/registry.hpp"
#include "finders/schedules/schedule.hpp"

using namespace lrsweep;
using core::Json;
using finders::make_schedule;
using finders::Schedule;
using finders::ScheduleRun;

namespace {

Schedule make(const char* json, std::int64_t updates, double lr = 1, double per_epoch = 0) {
  const ScheduleRun run{.lr = lr, .updates = updates, .updates_per_epoch = per_epoch};
  auto schedule = make_schedule(Json::parse(json), run);
  INFO((schedule ? std::string() : schedule.error().message));
  REQUIRE(schedule);
  return *schedule;
}

std::vector<double> rates(const Schedule& schedule, std::int64_t count) {
  std::vector<double> result;
  for (std::int64_t t = 0; t < count; ++t) result.push_back(schedule.lr(t));
  return result;
}

void check_rates(const char* json, std::int64_t updates, const std::vector<double>& expected) {
  INFO(json);
  CHECK_THAT(rates(make(json, updates), static_cast<std::int64_t>(expected.size())),
             Catch::Matchers::Approx(expected).epsilon(1e-12));
}

// A whole set of parameters for every schedule.
const std::vector<const char*> kAll{
    R"({"name": "constant"})",
    R"({"name": "step", "every": 10})",
    R"({"name": "multistep", "at": [10, 20]})",
    R"({"name": "exponential", "gamma": 0.9})",
    R"({"name": "exponential", "end_factor": 0.01})",
    R"({"name": "linear"})",
    R"({"name": "polynomial", "power": 2})",
    R"({"name": "cosine"})",
    R"({"name": "cosine_restarts", "first": 10})",
    R"({"name": "one_cycle"})",
    R"({"name": "cyclic", "base_lr": 0.1, "up": 5})",
    R"({"name": "inverse_sqrt"})",
    R"({"name": "noam", "d_model": 64, "warmup": 10})",
    R"({"name": "wsd"})",
    R"({"name": "flat_cosine"})",
    R"({"name": "plateau"})",
    R"({"name": "sequence", "parts": [{"schedule": "linear", "for": 10}, {"schedule": "cosine"}]})"};

}  // namespace

TEST_CASE("constant and a name alone") {
  check_rates(R"("constant")", 3, {1, 1, 1, 1});
  check_rates(R"({"name": "constant"})", 3, {1, 1, 1});
}

TEST_CASE("linear and exponential by where they end") {
  check_rates(R"({"name": "linear"})", 4, {1, 0.75, 0.5, 0.25, 0, 0});
  check_rates(R"({"name": "linear", "end_factor": 0.5})", 4, {1, 0.875, 0.75, 0.625, 0.5});
  check_rates(R"({"name": "exponential", "end_factor": 0.0001})", 4, {1, 0.1, 0.01, 1e-3, 1e-4});
}

TEST_CASE("exponential by epoch: whole epochs count") {
  const auto schedule = make(R"({"name": "exponential", "gamma": 0.5, "per": "epoch"})", 6, 1, 2);
  CHECK(rates(schedule, 6) == std::vector<double>{1, 1, 0.5, 0.5, 0.25, 0.25});
}

TEST_CASE("inverse_sqrt: its scale is the warm-up, or 10000, or as given") {
  const auto after = make(R"({"name": "inverse_sqrt", "warmup": 4})", 100);
  CHECK(after.lr(4) == 1);
  CHECK(after.lr(4 + 12) == Approx(0.5));
  CHECK(make(R"({"name": "inverse_sqrt"})", 40000).lr(30000) == Approx(0.5));
  CHECK(make(R"({"name": "inverse_sqrt", "timescale": 8})", 100).lr(24) == Approx(0.5));
}

TEST_CASE("noam: up to its peak at the warm-up's end, then as 1/sqrt") {
  const auto noam = make(R"({"name": "noam", "d_model": 16, "warmup": 4})", 100);
  // 16^−½ = 1/4; t + 1 = 1: 1·4^−1.5 = 1/8; at 4: both 1/2; at 16: 1/4.
  CHECK(noam.lr(0) == Approx(1.0 / 32));
  CHECK(noam.lr(3) == Approx(1.0 / 8));
  CHECK(noam.lr(15) == Approx(1.0 / 16));
}

TEST_CASE("wsd: flat, then down by its shape") {
  check_rates(R"({"name": "wsd", "decay": 4})", 8, {1, 1, 1, 1, 1, 0.75, 0.5, 0.25, 0});
  check_rates(R"({"name": "wsd", "decay": "50%", "shape": "sqrt"})", 8,
              {1, 1, 1, 1, 1, 0.5, 1 - std::sqrt(0.5), 1 - std::sqrt(0.75), 0});
  check_rates(R"({"name": "wsd", "decay": 2, "shape": "cosine", "end_factor": 0.2})", 4,
              {1, 1, 1, 0.6, 0.2});
  check_rates(R"({"name": "wsd", "stable": 1, "decay": 2})", 6, {1, 1, 0.5, 0, 0, 0});
}

TEST_CASE("flat_cosine: flat to pct, then half a cosine") {
  check_rates(R"({"name": "flat_cosine", "pct": 0.5})", 4, {1, 1, 1, 0.5, 0});
  check_rates(R"({"name": "flat_cosine", "pct": 1})", 3, {1, 1, 1, 1});
}

TEST_CASE("sequence: each part is a run of its own") {
  check_rates(R"({"name": "sequence", "parts": [{"schedule": "linear", "for": 2},
                  {"schedule": {"name": "step", "every": 1, "gamma": 0.5}, "for": 2}]})",
              6, {1, 0.5, 1, 0.5, 0.5, 0.5});
  const auto with_rest = make(R"({"name": "sequence", "parts": [
      {"schedule": {"name": "constant", "warmup": 2}, "for": "50%"}, {"schedule": "linear"}]})",
                              8);
  CHECK(rates(with_rest, 8) == std::vector<double>{0.5, 1, 1, 1, 1, 0.75, 0.5, 0.25});
}

TEST_CASE("sequence: momentum where a part has it") {
  const auto mixed = make(R"({"name": "sequence", "parts": [
      {"schedule": "one_cycle", "for": 10}, {"schedule": "constant"}]})",
                          20);
  CHECK(mixed.momentum(0) == Approx(0.95));
  CHECK_FALSE(mixed.momentum(15));
}

TEST_CASE("Warm-up shapes, with and without a start factor") {
  check_rates(R"({"name": "constant", "warmup": 4})", 8, {0.25, 0.5, 0.75, 1, 1});
  check_rates(R"({"name": "constant", "warmup": {"updates": 4, "start_factor": 0.2}})", 8,
              {0.2, 0.4, 0.6, 0.8, 1});
  check_rates(R"({"name": "constant", "warmup": {"updates": 3, "shape": "cosine"}})", 8,
              {0.25, 0.75, 1, 1});
  check_rates(R"({"name": "constant", "warmup": {"updates": 2, "shape": "exponential"}})", 8,
              {0.01, 0.1, 1});
  check_rates(R"({"name": "constant", "warmup": {"updates": 2, "shape": "constant",
                  "start_factor": 0.3}})",
              8, {0.3, 0.3, 1});
}

TEST_CASE("The schedule after a warm-up sees the updates that are left") {
  check_rates(R"({"name": "linear", "warmup": 4})", 8, {0.25, 0.5, 0.75, 1, 1, 0.75, 0.5, 0.25});
  const auto cosine = make(R"({"name": "cosine", "warmup": "20%"})", 10);
  CHECK(cosine.warmup_updates() == 2);
  CHECK(cosine.lr(2) == 1);
  CHECK(cosine.lr(6) == Approx(0.5));
}

TEST_CASE("No first update has rate 0, no schedule jumps where its warm-up ends") {
  for (const char* json : kAll) {
    auto with_warmup = Json::parse(json);
    if (with_warmup.at("name") != "noam") with_warmup["warmup"] = 5;
    const auto schedule = make_schedule(with_warmup, {.lr = 1, .updates = 50}).value();
    INFO(with_warmup.dump());
    CHECK(schedule.lr(0) > 0);
    CHECK(schedule.lr(4) == Approx(schedule.lr(5)).epsilon(0.4));
  }
}

TEST_CASE("Durations in epochs and percent") {
  const auto by_epoch = make(R"({"name": "step", "every": "2ep", "gamma": 0.5})", 100, 1, 10);
  CHECK(by_epoch.lr(19) == 1);
  CHECK(by_epoch.lr(20) == 0.5);
  CHECK(make(R"({"name": "constant", "warmup": "1ep"})", 100, 1, 10).warmup_updates() == 10);
  CHECK(make(R"({"name": "constant", "warmup": "5%"})", 200).warmup_updates() == 10);
}

TEST_CASE("Before the first and after the last update the end values hold") {
  for (const char* json : kAll) {
    INFO(json);
    const auto schedule = make(json, 50);
    CHECK(schedule.lr(-5) == schedule.lr(0));
    CHECK(schedule.lr(50) <= schedule.lr(49) * (1 + 1e-12));
    for (const std::int64_t t : {51, 60, 100, 1000, 1000000}) {
      CHECK(schedule.lr(t) == schedule.lr(50));
      CHECK(schedule.momentum(t) == schedule.momentum(50));
    }
  }
}

TEST_CASE("Rates scale with the base rate, and do not depend on what was asked before") {
  for (const char* json : kAll) {
    auto parsed = Json::parse(json);
    if (parsed.contains("base_lr")) parsed["base_lr"] = 0;
    INFO(json);
    const auto one = make_schedule(parsed, {.lr = 1, .updates = 50}).value();
    const auto two = make_schedule(parsed, {.lr = 2, .updates = 50}).value();
    for (std::int64_t t = 49; t >= 0; --t) CHECK(two.lr(t) == Approx(2 * one.lr(t)));
  }
}

TEST_CASE("A run of one update is well defined, or an error") {
  for (const char* json :
       {R"("constant")", R"("cosine")", R"("linear")", R"("wsd")", R"("flat_cosine")",
        R"({"name": "step", "every": 1})", R"({"name": "exponential", "end_factor": 0.1})"}) {
    CHECK(make(json, 1).lr(0) == 1);
  }
  CHECK_FALSE(make_schedule(Json("one_cycle"), {.lr = 1, .updates = 1}));
}

TEST_CASE("one_cycle: phases of no length are left out") {
  const auto at_once = make(R"({"name": "one_cycle", "pct_start": 0.1})", 10);
  CHECK(at_once.lr(0) == Approx(1));
  CHECK(at_once.lr(9) == Approx(1 / 25e4));
  const auto only_up = make(R"({"name": "one_cycle", "pct_start": 1})", 10);
  CHECK(only_up.lr(0) == Approx(0.04));
  CHECK(only_up.lr(9) == Approx(1));
  const auto none = make(R"({"name": "one_cycle", "pct_start": 0})", 10);
  for (std::int64_t t = 0; t < 10; ++t) CHECK(std::isfinite(none.lr(t)));
}

TEST_CASE("one_cycle and cyclic: momentum range, or none") {
  const auto custom = make(R"({"name": "one_cycle", "momentum": [0.5, 0.9]})", 100);
  CHECK(custom.momentum(0) == Approx(0.9));
  CHECK(custom.momentum(29) == Approx(0.5));
  CHECK_FALSE(make(R"({"name": "one_cycle", "momentum": null})", 100).momentum(0));
  CHECK_FALSE(make(R"({"name": "cyclic", "base_lr": 0.1, "up": 4})", 100).momentum(0));
  const auto cyclic =
      make(R"({"name": "cyclic", "base_lr": 0.1, "up": 4, "momentum": [0.8, 0.9]})", 100);
  CHECK(cyclic.momentum(0) == Approx(0.9));
  CHECK(cyclic.momentum(4) == Approx(0.8));
}

TEST_CASE("Every schedule of the registry is tested above") {
  for (const auto& entry : finders::schedules()) {
    const bool there = std::any_of(kAll.begin(), kAll.end(), [&](const char* json) {
      return Json::parse(json).at("name") == std::string(entry.name);
    });
    CHECK(there);
    CHECK_FALSE(entry.help.empty());
  }
}

TEST_CASE("Odd choices are told") {
  const auto told = [](const char* json, std::int64_t updates) {
    const ScheduleRun run{.lr = 1, .updates = updates};
    const auto warnings = finders::schedule_warnings(make(json, updates), run);
    return warnings.empty() ? std::string() : warnings.front();
  };
  CHECK(told(R"("cosine")", 100).empty());
  CHECK(told(R"("one_cycle")", 100).empty());
  CHECK(told(R"("plateau")", 100).empty());
  CHECK(told(R"("constant")", 100) == "the rate never falls");
  CHECK(told(R"({"name": "cosine", "warmup": 60})", 100).find("60 of 100") != std::string::npos);
  CHECK(told(R"({"name": "linear", "end_factor": 2})", 100).find("above its start") !=
        std::string::npos);
}
