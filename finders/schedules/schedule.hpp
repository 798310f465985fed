// The learning rate (and momentum) of every update, as a function of the update's index.
//
//   auto schedule = make_schedule({{"name", "cosine"}, {"warmup", "5%"}}, {.lr = 0.1, .updates =
//   5000}); for (t = 0…4999) optimizer.set_lr(schedule->lr(t));
//
// Nothing is accumulated, so a run that resumes at t goes on exactly; only "plateau" has a state,
// the metrics so far. Outside [0, T−1] the end values hold: a rate never rises again past T.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json_fwd.hpp"
#include "core/result.hpp"
#include "finders/schedules/plateau.hpp"
#include "finders/schedules/schedule_axis.hpp"
#include "finders/schedules/warmup.hpp"

namespace lrsweep::finders {

struct ScheduleRun {
  double lr = 0;                 // base rate η: the peak of most schedules; > 0, finite
  std::int64_t updates = 0;      // T >= 1, of the whole run
  double updates_per_epoch = 0;  // 0 where unknown
};

class Schedule {
 public:
  Schedule(ScheduleCurve curve, Warmup warmup, double base_lr);

  // Rate of update t, counted from 0.
  [[nodiscard]] double lr(std::int64_t t) const;
  // Nothing where the schedule leaves the optimizer's momentum alone. During the warm-up: its first
  // value.
  [[nodiscard]] std::optional<double> momentum(std::int64_t t) const;

  // True for plateau: epoch_ended() must be told each epoch's metric, NaN where there is none.
  [[nodiscard]] bool needs_metric() const { return plateau_.has_value(); }
  void epoch_ended(double metric);

  [[nodiscard]] std::int64_t warmup_updates() const { return warmup_.updates; }

 private:
  [[nodiscard]] double after_warmup(std::int64_t t) const;

  ScheduleCurve curve_;
  Warmup warmup_;
  std::optional<Plateau> plateau_;
};

// `json`: a name as a string ("cosine"), or an object {"name": …, parameters…, "warmup": …}; the
// families' headers list the parameters. All problems come at once, one line each, as kUsage:
// unknown name, parameters that are missing, out of range or not used by that schedule, durations
// that do not fit the run. `where` begins each line.
[[nodiscard]] core::Result<Schedule> make_schedule(const core::Json& json, const ScheduleRun& run,
                                                   std::string_view where = "schedule");

// Choices that are allowed but odd, one sentence each: a warm-up longer than half the run, a rate
// that never falls, an end rate above the first after the warm-up.
[[nodiscard]] std::vector<std::string> schedule_warnings(const Schedule& schedule,
                                                         const ScheduleRun& run);

// Lengths that look like epochs but are updates: "every", "at", "first" below one epoch, where
// `run` knows epochs. `json` as make_schedule() takes it.
[[nodiscard]] std::vector<std::string> duration_warnings(const core::Json& json,
                                                         const ScheduleRun& run);

}  // namespace lrsweep::finders
