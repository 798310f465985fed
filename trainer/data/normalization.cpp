#include "trainer/data/normalization.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace lrsweep::trainer {
namespace {

struct Sums {
  std::uint64_t values = 0;
  std::uint64_t squares = 0;
};

// 32 bits hold the sums of 66,000 squares; narrow sums are what vectorises.
void add(Sums& sums, const std::uint8_t* pixels, std::int64_t count) {
  constexpr std::int64_t kBlock = 32768;
  for (std::int64_t begin = 0; begin < count; begin += kBlock) {
    const auto end = std::min(begin + kBlock, count);
    std::uint32_t values = 0;
    std::uint32_t squares = 0;
    for (auto i = begin; i < end; ++i) {
      const std::uint32_t pixel = pixels[i];
      values += pixel;
      squares += pixel * pixel;
    }
    sums.values += values;
    sums.squares += squares;
  }
}

double deviation_of(const Sums& sums, double count) {
  const double mean = static_cast<double>(sums.values) / count;
  const double variance = static_cast<double>(sums.squares) / count - mean * mean;
  return variance > 0 ? std::sqrt(variance) : 1.0;
}

}  // namespace

Normalization learn_normalization(const at::Tensor& images, const at::Tensor& samples) {
  const auto channels = images.size(1);
  const auto plane = images.size(2) * images.size(3);
  const auto* pixels = images.const_data_ptr<std::uint8_t>();
  const auto* sample = samples.const_data_ptr<std::int64_t>();
  std::vector<Sums> sums(static_cast<std::size_t>(channels));
  for (std::int64_t i = 0; i < samples.size(0); ++i) {
    for (std::int64_t c = 0; c < channels; ++c) {
      add(sums[static_cast<std::size_t>(c)], pixels + (sample[i] * channels + c) * plane, plane);
    }
  }
  const auto count = static_cast<double>(samples.size(0) * plane);
  std::vector<double> mean;
  std::vector<double> deviation;
  for (const auto& channel : sums) {
    mean.push_back(static_cast<double>(channel.values) / count);
    deviation.push_back(deviation_of(channel, count));
  }
  const std::vector<std::int64_t> shape{1, channels, 1, 1};
  return {at::tensor(mean, at::kFloat).view(shape), at::tensor(deviation, at::kFloat).view(shape)};
}

at::Tensor normalized(const at::Tensor& images, const Normalization& normalization) {
  // A copy in the wanted order; contiguous() would keep the old strides of a single channel.
  at::Tensor pixels = images.to(images.options().dtype(at::kFloat), /*non_blocking=*/false,
                                /*copy=*/true, at::MemoryFormat::ChannelsLast);
  return pixels.sub_(normalization.mean).div_(normalization.deviation);
}

}  // namespace lrsweep::trainer
