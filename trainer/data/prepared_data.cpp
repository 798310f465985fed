#include "trainer/data/prepared_data.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <utility>

#include "core/seeds.hpp"
#include "core/text.hpp"
#include "trainer/data/image_data.hpp"

namespace lrsweep::trainer {
namespace {

std::string key_of(const core::Spec& spec) {
  return fmt::format("{}\n{}\n{}", data_key(spec), spec.number("data.validation"),
                     spec.integer("train.seed"));
}

PreparedData prepare(const ImageData& data, const core::Spec& spec, c10::Device device) {
  const auto seed = core::stream_seed(spec.integer("train.seed"), core::SeedUse::kProbe);
  PreparedData ready;
  ready.split = stratified_split(data.labels, data.classes, spec.number("data.validation"), seed);
  const auto scale = learn_normalization(data.images, ready.split.train);
  ready.normalization = {scale.mean.to(device), scale.deviation.to(device)};
  ready.images = data.images.to(device);
  ready.labels = data.labels.to(device);
  ready.shape = {data.images.size(1), data.images.size(2), data.images.size(3), data.classes};
  return ready;
}

}  // namespace

Batch PreparedData::batch(const at::Tensor& samples) const {
  const at::Tensor numbers = samples.to(images.device());
  return {normalized(images.index_select(0, numbers), normalization),
          labels.index_select(0, numbers)};
}

core::Result<const PreparedData*> DataCache::get(const core::Spec& spec) {
  auto key = key_of(spec);
  if (data_ != nullptr && key == key_) return data_.get();
  // The old set goes first: two at once may not fit.
  data_.reset();
  const auto data = load_training_data(spec);
  if (!data) return core::Failure(data.error());
  data_ = std::make_unique<PreparedData>(prepare(*data, spec, device_));
  key_ = std::move(key);
  return data_.get();
}

}  // namespace lrsweep::trainer
