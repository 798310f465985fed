// Who is told what a run measures while it goes on, and says when to stop.
#pragma once

#include <cstdint>
#include <vector>

#include "core/messages.hpp"

namespace lrsweep::trainer {

class RunListener {
 public:
  virtual ~RunListener() = default;
  // Whether the run is to stop; asked often.
  [[nodiscard]] virtual bool cancelled() = 0;
  // Each rung of a range test in order; `planned` grows where the ladder is extended.
  virtual void on_rung(const core::RangePoint& rung, std::int64_t planned) = 0;
  // `done` of `total` updates of a training run, with what was measured since the last call.
  virtual void on_updates(std::int64_t done, std::int64_t total,
                          std::vector<core::MetricPoint> points) = 0;
};

}  // namespace lrsweep::trainer
