// How the rate gets to its schedule's first value in W updates. With a = start_factor and t from 0,
// the share of that value is
//   linear       (t+1)/W, so that the first update never has rate 0; with a: a + (1 − a)·t/W
//                (PyTorch's LinearLR)
//   cosine       a + (1 − a)·(1 − cos πx)/2, x = (t+1)/W, or t/W with a
//   exponential  a^(1 − t/W), a 0.01 unless given
//   constant     a, 0.1 unless given
// Written as "warmup": 100 | "2ep" | "5%" | {"updates": …, "shape": …, "start_factor": …} | null.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "finders/schedules/schedule_params.hpp"

namespace lrsweep::finders {

struct Warmup {
  std::int64_t updates = 0;  // W; 0: none
  std::string shape = "linear";
  std::optional<double> start_factor;

  // For 0 <= t < updates.
  [[nodiscard]] double share(double t) const;
};

// Reads the key "warmup" of a schedule; problems go to `params`. axis.total counts.
[[nodiscard]] Warmup read_warmup(ScheduleParams& params, const ScheduleAxis& axis);

}  // namespace lrsweep::finders
