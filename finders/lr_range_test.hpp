// One LR range test as a state machine without clock, model or device: it names the rate of the
// next update and is told the loss; it says when to stop. The train loop owns everything else.
//
//   LrRangeTest test(ladder, options);
//   while (auto lr = test.next_lr()) { …update at *lr…; test.observe({loss, grad_norm, clipped}); }
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/words.hpp"
#include "finders/lr_ladder.hpp"
#include "finders/stop_rule.hpp"

namespace lrsweep::finders {

// One rung as measured. `loss` is the mean over the update's samples on all ranks, before the
// update at `lr`: it shows what the rates below have done.
struct RangePoint {
  double lr = 0;
  double loss = 0;
  double grad_norm = 0;      // before clipping; NaN where unknown
  double clipped_share = 0;  // in [0, 1]
};

struct RangeTestOptions {
  bool stop_on_divergence = true;  // stop_rule.hpp; NaN and infinity stop in any case
  int extend_decades = 0;          // how far a run that did not diverge goes on above max_lr
};

struct Observation {
  double loss = 0;
  double grad_norm = 0;
  double clipped_share = 0;
};

class LrRangeTest {
 public:
  LrRangeTest(LrLadder ladder, RangeTestOptions options);

  // Rate of the next update; nothing once the test has ended.
  [[nodiscard]] std::optional<double> next_lr() const;

  // Reports the loss of the update taken at next_lr().
  //
  // Under data parallelism pass the mean over ranks, not the sum: on one rank the two are equal, so
  // only a test on two ranks tells them apart. A NaN or infinite loss is an observation, not an
  // error: it is kept and ends the test.
  //
  // Requires: next_lr() has a value (checked in every build).
  void observe(const Observation& observation);

  // The curve so far, in rung order; the last point is the diverged one if stop() says so. Valid
  // until the next observe().
  [[nodiscard]] std::span<const RangePoint> points() const;

  // Why it ended; nothing while it goes on.
  [[nodiscard]] std::optional<core::Stop> stop() const;

  // Rungs planned as of now: grows by a decade's worth each time the ladder is extended.
  [[nodiscard]] std::int64_t planned_rungs() const;

 private:
  void end_or_extend();

  LrLadder ladder_;
  RangeTestOptions options_;
  StopRule rule_;
  std::vector<RangePoint> points_;
  std::optional<core::Stop> stop_;
  int extended_decades_ = 0;
};

}  // namespace lrsweep::finders
