#include "trainer/train/epoch_order.hpp"

#include <ATen/ATen.h>

#include <utility>

#include "core/seeds.hpp"
#include "trainer/data/random_order.hpp"

namespace lrsweep::trainer {

EpochOrder::EpochOrder(at::Tensor samples, const finders::TrainingPlan& plan, std::uint64_t seed)
    : samples_(std::move(samples)), plan_(plan), seed_(seed) {}

at::Tensor EpochOrder::batch(std::int64_t t) {
  const auto epoch = t / plan_.updates_per_epoch();
  if (epoch != epoch_) {
    order_ = samples_.index_select(0, random_order(plan_.samples, core::part_seed(seed_, epoch)));
    epoch_ = epoch;
  }
  return order_.narrow(0, t % plan_.updates_per_epoch() * plan_.batch, plan_.samples_of(t));
}

}  // namespace lrsweep::trainer
