#include "trainer/train/batch_source.hpp"

#include <ATen/core/Tensor.h>

#include "core/seeds.hpp"
#include "trainer/train/rank_share.hpp"

namespace lrsweep::trainer {

using core::SeedUse;

BatchSource::BatchSource(const TrainSetup& setup, const finders::TrainingPlan& plan)
    : setup_(setup),
      order_(setup.data.split.train, plan, core::stream_seed(setup.seed, SeedUse::kShuffle)),
      augmentation_(setup.spec.text("data.augment"),
                    core::stream_seed(setup.seed, SeedUse::kAugment)) {}

SharedBatch BatchSource::at_update(std::int64_t t) {
  const auto samples = order_.batch(t);
  const auto total = samples.size(0);
  const auto share = share_of(total, setup_.group);
  return {gather(samples.narrow(0, share.begin, share.count), t, share.begin, total), share.weight};
}

Batch BatchSource::gather(const at::Tensor& samples, std::int64_t t, std::int64_t begin,
                          std::int64_t total) const {
  if (augmentation_.none()) return setup_.data.batch(samples);
  return setup_.data.batch(samples, [&](const at::Tensor& inputs) {
    return augmentation_.apply(inputs, t, begin, total);
  });
}

}  // namespace lrsweep::trainer
