// Which validation was the best, and whether to go on.
#pragma once

#include <cstdint>
#include <optional>

#include "core/words.hpp"

namespace lrsweep::finders {

struct EarlyStoppingOptions {
  core::Goal goal = core::Goal::kMinimize;
  std::optional<std::int64_t> patience =
      {};                // validations without a better value; none: never stops
  double min_delta = 0;  // smallest change that is better
};

// A value is better when it is finite and beats the best so far by more than min_delta; the first
// finite one is. Prechelt, "Early stopping — but when?" (1998), criterion UP in its usual form.
class EarlyStopping {
 public:
  explicit EarlyStopping(EarlyStoppingOptions options) : options_(options) {}

  // Tells of the next validation. True where it is the best so far.
  bool observe(double value);

  // Nothing before the first finite value.
  [[nodiscard]] std::optional<double> best() const { return best_; }
  [[nodiscard]] bool stops() const {
    return options_.patience && since_best_ >= *options_.patience;
  }

 private:
  EarlyStoppingOptions options_;
  std::optional<double> best_;
  std::int64_t since_best_ = 0;
};

}  // namespace lrsweep::finders
