#include "finders/training_plan.hpp"

#include <algorithm>
#include <cmath>

namespace lrsweep::finders {
namespace {

std::int64_t next_multiple(std::int64_t done, std::int64_t every) {
  return (done / every + 1) * every;
}

}  // namespace

std::int64_t TrainingPlan::samples_of(std::int64_t t) const {
  const auto place = t % updates_per_epoch() * batch;
  return std::min(batch, samples - place);
}

bool TrainingPlan::ends_epoch(std::int64_t done) const {
  return done > 0 && (done % updates_per_epoch() == 0 || done == updates);
}

bool TrainingPlan::validates(std::int64_t done) const {
  return validate_every > 0 && done > 0 && (done % validate_every == 0 || done == updates);
}

double TrainingPlan::epochs(std::int64_t done) const {
  return static_cast<double>(done) / static_cast<double>(updates_per_epoch());
}

std::int64_t TrainingPlan::next_event(std::int64_t done) const {
  auto next = std::min(updates, next_multiple(done, updates_per_epoch()));
  if (validate_every > 0) next = std::min(next, next_multiple(done, validate_every));
  if (checkpoint_every > 0) next = std::min(next, next_multiple(done, checkpoint_every));
  return next;
}

std::int64_t updates_of_epochs(double epochs, std::int64_t updates_per_epoch) {
  constexpr double kMost = 1e15;
  const double updates = std::round(epochs * static_cast<double>(updates_per_epoch));
  return static_cast<std::int64_t>(std::clamp(updates, 1.0, kMost));
}

}  // namespace lrsweep::finders
