// Where a training run is: all that its next update depends on beside weights and optimizer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/messages.hpp"
#include "core/result.hpp"

namespace lrsweep::trainer {

// Sums since the end of the last epoch.
struct EpochSums {
  double loss = 0;       // Σ mean loss · samples
  double grad_norm = 0;  // Σ over updates
  std::int64_t clipped = 0;
  std::int64_t samples = 0;
  std::int64_t updates = 0;
  double seconds = 0;
};

struct Position {
  std::int64_t updates = 0;  // done
  double seconds = 0;        // trained for
  std::int64_t skipped = 0;  // updates whose gradient overflowed
  EpochSums epoch;
  // The metric of each validation so far: the schedule "plateau" and early stopping follow from it.
  std::vector<double> validations;
  std::vector<core::MetricPoint> points;  // everything that was told so far
  std::vector<core::MetricPoint> best;    // of the best validation
};

// One line of JSON; NaN and infinities are kept.
[[nodiscard]] std::string to_json(const Position& position);
// kData for a text that to_json() did not write.
[[nodiscard]] core::Result<Position> parse_position(const std::string& json);

}  // namespace lrsweep::trainer
