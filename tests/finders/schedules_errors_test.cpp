#include <cmath>
#include <limits>
#include <string>

#include <catch2/catch.hpp>

#include "core/json.hpp"
#include "finders/schedules/schedule.hpp"

using namespace lrsweep;
using Catch::Matchers::Contains;
using core::Json;
using finders::make_schedule;
using finders::ScheduleRun;

namespace {

std::string problem(const char* json, ScheduleRun run = {.lr = 1, .updates = 100}) {
  const auto schedule = make_schedule(Json::parse(json), run);
  if (schedule) return "";
  CHECK(schedule.error().kind == core::ErrorKind::kUsage);
  return schedule.error().message;
}

}  // namespace

TEST_CASE("An unknown schedule names the nearest and all known ones") {
  CHECK_THAT(problem(R"({"name": "cosin"})"), Contains("did you mean cosine?"));
  CHECK_THAT(problem(R"({"name": "zzz"})"), Contains("one_cycle") && Contains("wsd"));
  CHECK_THAT(problem(R"({})"), Contains("unknown schedule"));
  CHECK_THAT(problem("3"), Contains("schedule is") && Contains("allowed is a name"));
}

TEST_CASE("A parameter that the schedule does not use is an error that names it") {
  CHECK_THAT(problem(R"({"name": "cosine", "gamma": 0.1})"),
             Contains("schedule.\"gamma\" is not used by cosine"));
  CHECK_THAT(problem(R"({"name": "step", "every": 5, "gama": 0.1})"),
             Contains("did you mean gamma?"));
  CHECK_THAT(problem(R"({"name": "cyclic", "base_lr": 0.1, "up": 4, "gamma": 0.9})"),
             Contains("gamma"));
}

TEST_CASE("All problems come at once") {
  const auto text = problem(R"({"name": "step", "gamma": -1, "what": 1})");
  CHECK_THAT(text, Contains("schedule.every is needed"));
  CHECK_THAT(text, Contains("schedule.gamma is -1; allowed is a number above 0"));
  CHECK_THAT(text, Contains("schedule.\"what\" is not used"));
}

TEST_CASE("Values of another type or out of range") {
  CHECK_THAT(problem(R"({"name": "step", "every": 0})"), Contains("schedule.every is 0"));
  CHECK_THAT(problem(R"({"name": "step", "every": 2.5})"), Contains("whole number"));
  CHECK_THAT(problem(R"({"name": "step", "every": "5x"})"), Contains("schedule.every"));
  CHECK_THAT(problem(R"({"name": "step", "every": "5"})"), Contains("schedule.every"));
  CHECK_THAT(problem(R"({"name": "multistep", "at": []})"), Contains("schedule.at"));
  CHECK_THAT(problem(R"({"name": "multistep", "at": [0]})"), Contains("schedule.at is 0"));
  CHECK_THAT(problem(R"({"name": "cosine", "min_lr": "low"})"), Contains("schedule.min_lr"));
  CHECK_THAT(problem(R"({"name": "cosine", "min_lr": 0.1, "end_factor": 0.1})"),
             Contains("give one"));
  CHECK_THAT(problem(R"({"name": "cosine_restarts", "first": 0})"), Contains("schedule.first"));
  CHECK_THAT(problem(R"({"name": "one_cycle", "pct_start": 1.5})"), Contains("pct_start"));
  CHECK_THAT(problem(R"({"name": "one_cycle", "three_phase": 1})"), Contains("true and false"));
  CHECK_THAT(problem(R"({"name": "one_cycle", "anneal": "sin"})"), Contains("cos, linear"));
  CHECK_THAT(problem(R"({"name": "one_cycle", "momentum": [0.9, 0.5]})"), Contains("momentum"));
  CHECK_THAT(problem(R"({"name": "cyclic", "base_lr": 2, "up": 4})"), Contains("base_lr"));
  CHECK_THAT(problem(R"({"name": "exponential"})"), Contains("gamma is needed"));
  CHECK_THAT(problem(R"({"name": "exponential", "gamma": 0.9, "per": "epoch"})"),
             Contains("updates of an epoch"));
  CHECK_THAT(problem(R"({"name": "plateau", "factor": 1})"), Contains("factor"));
  CHECK_THAT(problem(R"({"name": "plateau", "patience": -1})"), Contains("patience"));
}

TEST_CASE("Durations that do not fit the run") {
  CHECK_THAT(problem(R"({"name": "cosine", "warmup": 100})"),
             Contains("warmup is 100, 1 times the run"));
  CHECK_THAT(problem(R"({"name": "cosine", "warmup": 1000})"),
             Contains("is 1000, 10 times the run"));
  CHECK_THAT(problem(R"({"name": "cosine", "warmup": "100%"})"), Contains("warmup"));
  CHECK_THAT(problem(R"({"name": "cosine", "warmup": -1})"), Contains("warmup is -1"));
  CHECK_THAT(problem(R"({"name": "cosine", "warmup": "2ep"})"), Contains("warmup"));
  CHECK_THAT(problem(R"({"name": "cosine", "warmup": {"updates": 5, "form": "x"}})"),
             Contains("schedule.warmup.\"form\""));
  CHECK_THAT(problem(R"({"name": "wsd", "stable": 90, "decay": 20})"), Contains("110 updates"));
  CHECK(problem(R"({"name": "cosine", "warmup": 0})").empty());
  CHECK(problem(R"({"name": "cosine", "warmup": null})").empty());
}

TEST_CASE("Sequences that do not fit") {
  CHECK_THAT(problem(R"({"name": "sequence"})"), Contains("schedule.parts"));
  CHECK_THAT(problem(R"({"name": "sequence", "parts": [{"schedule": "cosine", "for": 0}]})"),
             Contains("parts[0].for is 0"));
  CHECK_THAT(problem(R"({"name": "sequence", "parts": [{"schedule": "cosine", "for": 200}]})"),
             Contains("200 updates together; the run has 100"));
  CHECK_THAT(problem(R"({"name": "sequence", "parts": [{"schedule": "cosine"},
                         {"schedule": "cosine"}]})"),
             Contains("parts[0].for is needed"));
  CHECK_THAT(problem(R"({"name": "sequence", "parts": [{"schedule": "plateau"}]})"),
             Contains("plateau cannot be a part"));
  CHECK_THAT(problem(R"({"name": "sequence", "parts": [{"schedule": {"name": "step"}}]})"),
             Contains("schedule.parts[0].schedule.every is needed"));
  CHECK_THAT(problem(R"({"name": "sequence", "parts": [7]})"), Contains("parts[0]"));
}

TEST_CASE("A base rate or a run that makes no sense") {
  CHECK_THAT(problem(R"("cosine")", {.lr = 0, .updates = 10}), Contains("base rate 0"));
  CHECK_THAT(problem(R"("cosine")", {.lr = -1, .updates = 10}), Contains("base rate -1"));
  CHECK_THAT(problem(R"("cosine")", {.lr = std::nan(""), .updates = 10}), Contains("base rate"));
  CHECK_THAT(problem(R"("cosine")", {.lr = 1, .updates = 0}), Contains("0 updates"));
}
