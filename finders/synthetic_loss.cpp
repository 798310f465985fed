#include "finders/synthetic_loss.hpp"

#include <cmath>
#include <numbers>

#include "core/seeds.hpp"

namespace lrsweep::finders {
namespace {

constexpr double kFloor = 0.1;
constexpr double kFall = 2.2;
constexpr double kBlowUp = 10;

// In (0, 1].
double uniform(std::uint64_t seed, std::int64_t place) {
  return (static_cast<double>(core::part_seed(seed, place) >> 11U) + 1.0) * 0x1p-53;
}

double normal(std::uint64_t seed, std::int64_t place) {
  const double radius = std::sqrt(-2 * std::log(uniform(seed, 2 * place)));
  return radius * std::cos(2 * std::numbers::pi * uniform(seed, 2 * place + 1));
}

}  // namespace

double SyntheticLoss::expected() const {
  return (kFloor + kFall * std::exp(-progress_)) * blow_up_;
}

double SyntheticLoss::update(double lr) {
  const double loss = expected() + options_.noise * normal(options_.seed, ++updates_);
  const double ratio = lr / options_.best_lr;
  progress_ += ratio * std::exp(1 - ratio) / static_cast<double>(options_.updates_per_epoch);
  if (lr > options_.diverge_lr) blow_up_ *= kBlowUp;
  return loss;
}

double SyntheticLoss::validation_loss() const {
  return expected() + options_.noise / 10 * normal(options_.seed, 0);
}

double SyntheticLoss::validation_accuracy() const { return std::exp(-validation_loss()); }

}  // namespace lrsweep::finders
