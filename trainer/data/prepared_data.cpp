#include "trainer/data/prepared_data.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <utility>

#include "core/check.hpp"
#include "core/seeds.hpp"
#include "core/spec_defaults.hpp"
#include "core/text.hpp"
#include "trainer/data/gather.hpp"
#include "trainer/data/residency.hpp"

namespace lrsweep::trainer {
namespace {

std::string key_of(const core::Spec& spec) {
  return fmt::format("{}\n{}\n{}\n{}", data_key(spec), core::validation_share(spec),
                     spec.integer("train.seed"), spec.text("data.residency"));
}

// Numbers have no classes to keep in proportion: they are all one.
Split split_of(const Dataset& data, const core::Spec& spec) {
  const auto seed = core::stream_seed(spec.integer("train.seed"), core::SeedUse::kProbe);
  const auto share = core::validation_share(spec);
  if (data.classes > 0) return stratified_split(data.targets, data.classes, share, seed);
  return stratified_split(at::zeros({data.size()}, at::kLong), 1, share, seed);
}

PreparedData prepare(const Dataset& data, const core::Spec& spec, c10::Device device) {
  PreparedData ready;
  ready.classification = data.classes > 0;
  ready.split = split_of(data, spec);
  const auto scale = learn_normalization(data.inputs, ready.split.train);
  ready.normalization = {scale.mean.to(device), scale.deviation.to(device)};
  ready.inputs = placed(data.inputs, spec, device);
  ready.targets = data.targets.to(device);
  ready.shape = {data.inputs.size(1), data.inputs.size(2), data.inputs.size(3),
                 ready.classification ? data.classes : 1};
  return ready;
}

Dataset without_samples(const Dataset& data) {
  Dataset none = data;
  none.inputs = data.inputs.narrow(0, 0, 0).clone();
  none.targets = data.targets.narrow(0, 0, 0).clone();
  return none;
}

core::Result<void> check_augment(const core::Spec& spec, const ModelShape& shape) {
  const auto kind = spec.text("data.augment");
  if (kind == "none" || shape.height > 1 || shape.width > 1) return {};
  return core::fail(core::ErrorKind::kData,
                    fmt::format("data.augment {}: {} holds rows of numbers; allowed: none, or "
                                "images",
                                core::quoted(kind), core::quoted(spec.text("data.source"))));
}

}  // namespace

Batch PreparedData::batch(const at::Tensor& samples) const {
  if (targets.device().is_cpu()) {
    return {gather_normalized(inputs, samples, normalization), targets.index_select(0, samples)};
  }
  const at::Tensor numbers = sent(samples, targets.device());
  return {normalized(gathered(inputs, samples, numbers), normalization),
          targets.index_select(0, numbers)};
}

Batch PreparedData::batch(const at::Tensor& samples, const Change& change) const {
  const at::Tensor numbers = sent(samples, targets.device());
  return {normalized(change(gathered(inputs, samples, numbers)), normalization),
          targets.index_select(0, numbers)};
}

Batch TestData::batch(std::int64_t begin, std::int64_t count) const {
  return {normalized(inputs.narrow(0, begin, count).to(targets.device()), normalization),
          targets.narrow(0, begin, count)};
}

core::Result<const TestData*> DataCache::test(const core::Spec& spec) {
  LRSWEEP_CHECK(data_ != nullptr, "test samples without training samples");
  auto key = test_data_key(spec);
  if (test_ != nullptr && key == test_key_) return test_.get();
  test_.reset();
  const auto loaded = load_test_data(spec, train_);
  if (!loaded) return core::Failure(loaded.error());
  test_ = std::make_unique<TestData>(TestData{placed(loaded->inputs, spec, device_),
                                              loaded->targets.to(device_), data_->normalization});
  test_key_ = std::move(key);
  return test_.get();
}

core::Result<const PreparedData*> DataCache::get(const core::Spec& spec) {
  auto key = key_of(spec);
  if (data_ == nullptr || key != key_) {
    // The old set goes first: two at once may not fit.
    data_.reset();
    test_.reset();
    const auto data = load_training_data(spec);
    if (!data) return core::Failure(data.error());
    data_ = std::make_unique<PreparedData>(prepare(*data, spec, device_));
    train_ = without_samples(*data);
    key_ = std::move(key);
  }
  if (auto fits = check_augment(spec, data_->shape); !fits) return core::Failure(fits.error());
  return data_.get();
}

}  // namespace lrsweep::trainer
