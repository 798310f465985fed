#include "finders/schedules/spec_schedule.hpp"

#include <catch2/catch.hpp>

#include "core/json.hpp"

namespace lrsweep::finders {
namespace {

core::Spec spec_of(const std::vector<std::pair<std::string, std::string>>& settings) {
  core::SpecBuilder builder;
  for (const auto& [key, value] : settings) builder.set(key, value, "--set");
  return builder.build().value();
}

constexpr ScheduleRun kRun{.lr = 0.1, .updates = 200, .updates_per_epoch = 20};

TEST_CASE("a spec's schedule has a warm-up of 5 % unless it brings its own") {
  const auto cosine = schedule_json(spec_of({}), core::Goal::kMinimize);
  CHECK(cosine == core::Json({{"name", "cosine"}, {"warmup", "5%"}}));
  const auto one_cycle =
      schedule_json(spec_of({{"schedule.name", "one_cycle"}}), core::Goal::kMinimize);
  CHECK(one_cycle == core::Json({{"name", "one_cycle"}}));
  const auto none = schedule_json(spec_of({{"warmup", "0"}}), core::Goal::kMinimize);
  CHECK(none == core::Json({{"name", "cosine"}, {"warmup", 0}}));
}

TEST_CASE("the rates of a spec's schedule are those of its parameters") {
  const auto spec = spec_of({{"schedule.name", "step"},
                             {"schedule.every", "2ep"},
                             {"schedule.gamma", "0.5"},
                             {"warmup", "10"}});
  const auto schedule = make_schedule(spec, kRun, core::Goal::kMinimize);
  REQUIRE(schedule.has_value());
  CHECK(schedule->lr(0) == Approx(0.01));
  CHECK(schedule->lr(9) == Approx(0.1));
  CHECK(schedule->lr(10 + 39) == Approx(0.1));
  CHECK(schedule->lr(10 + 40) == Approx(0.05));
}

TEST_CASE("plateau lowers the rate when the spec's metric stops rising") {
  const auto spec =
      spec_of({{"schedule.name", "plateau"}, {"schedule.patience", "0"}, {"warmup", "0"}});
  auto rising = make_schedule(spec, kRun, core::Goal::kMaximize).value();
  rising.epoch_ended(0.5);
  rising.epoch_ended(0.6);
  CHECK(rising.lr(50) == Approx(0.1));
  auto falling = make_schedule(spec, kRun, core::Goal::kMinimize).value();
  falling.epoch_ended(0.5);
  falling.epoch_ended(0.6);
  CHECK(falling.lr(50) == Approx(0.01));
}

TEST_CASE("a parameter that the schedule does not take is an error that names it") {
  const auto spec = spec_of({{"schedule.gamma", "0.5"}});
  const auto schedule = make_schedule(spec, kRun, core::Goal::kMinimize);
  REQUIRE_FALSE(schedule.has_value());
  CHECK(schedule.error().message.find("schedule.\"gamma\" is not used by cosine") == 0);
}

TEST_CASE("durations of other keys are read by the same rule") {
  CHECK(updates_of("2ep", kRun, "train.validate_every") == 40);
  CHECK(updates_of("5%", kRun, "train.validate_every") == 10);
  CHECK(updates_of(7, kRun, "train.validate_every") == 7);
  const auto bad = updates_of("0ep", kRun, "train.validate_every");
  REQUIRE_FALSE(bad.has_value());
  CHECK(bad.error().message.find("train.validate_every is \"0ep\"") == 0);
}

}  // namespace
}  // namespace lrsweep::finders
