#include "trainer/data/normalization.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace lrsweep::trainer {
namespace {

using Numbers = std::vector<double>;

struct Moments {
  Numbers mean;
  Numbers variance;
};

// Samples' numbers as they lie in memory.
template <class Value>
struct Samples {
  explicit Samples(const at::Tensor& inputs, const at::Tensor& chosen)
      : values(inputs.const_data_ptr<Value>()),
        number(chosen.const_data_ptr<std::int64_t>()),
        count(chosen.size(0)),
        channels(inputs.size(1)),
        plane(inputs.size(2) * inputs.size(3)) {}

  // Of channel 0; the others follow.
  [[nodiscard]] const Value* sample(std::int64_t i) const {
    return values + number[i] * channels * plane;
  }
  [[nodiscard]] double numbers_a_channel() const { return static_cast<double>(count * plane); }

  const Value* values;
  const std::int64_t* number;
  std::int64_t count;
  std::int64_t channels;
  std::int64_t plane;
};

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

// One pass, exact: sums of bytes and of their squares are integers.
Moments moments(const Samples<std::uint8_t>& samples) {
  std::vector<Sums> sums(static_cast<std::size_t>(samples.channels));
  for (std::int64_t i = 0; i < samples.count; ++i) {
    const auto* pixels = samples.sample(i);
    for (auto& channel : sums) {
      add(channel, pixels, samples.plane);
      pixels += samples.plane;
    }
  }
  Moments result;
  for (const auto& channel : sums) {
    const double mean = static_cast<double>(channel.values) / samples.numbers_a_channel();
    const double square = static_cast<double>(channel.squares) / samples.numbers_a_channel();
    result.mean.push_back(mean);
    result.variance.push_back(square - mean * mean);
  }
  return result;
}

// Mean of term(value, channel) a channel.
template <class Term>
Numbers means(const Samples<float>& samples, Term term) {
  Numbers sums(static_cast<std::size_t>(samples.channels), 0.0);
  for (std::int64_t i = 0; i < samples.count; ++i) {
    const auto* values = samples.sample(i);
    for (std::size_t c = 0; c < sums.size(); ++c) {
      for (std::int64_t j = 0; j < samples.plane; ++j) sums[c] += term(double{values[j]}, c);
      values += samples.plane;
    }
  }
  for (auto& sum : sums) sum /= samples.numbers_a_channel();
  return sums;
}

// Two passes: squares of large numbers that differ little would cancel.
Moments moments(const Samples<float>& samples) {
  Moments result;
  result.mean = means(samples, [](double value, std::size_t) { return value; });
  result.variance = means(samples, [&](double value, std::size_t c) {
    return (value - result.mean[c]) * (value - result.mean[c]);
  });
  return result;
}

// 1 where numbers differ by no more than what float32 rounds away.
double deviation_of(double mean, double variance) {
  const double deviation = variance > 0 ? std::sqrt(variance) : 0.0;
  const double least = std::max<double>(1e-7 * std::abs(mean), std::numeric_limits<float>::min());
  return deviation > least ? deviation : 1.0;
}

}  // namespace

Normalization learn_normalization(const at::Tensor& inputs, const at::Tensor& samples) {
  const auto found = inputs.scalar_type() == at::kByte
                         ? moments(Samples<std::uint8_t>(inputs, samples))
                         : moments(Samples<float>(inputs, samples));
  Numbers deviation;
  for (std::size_t c = 0; c < found.mean.size(); ++c) {
    deviation.push_back(deviation_of(found.mean[c], found.variance[c]));
  }
  const std::vector<std::int64_t> shape{1, inputs.size(1), 1, 1};
  return {at::tensor(found.mean, at::kFloat).view(shape),
          at::tensor(deviation, at::kFloat).view(shape)};
}

at::Tensor normalized(const at::Tensor& inputs, const Normalization& normalization) {
  // A copy in the wanted order; contiguous() would keep the old strides of a single channel.
  at::Tensor values = inputs.to(inputs.options().dtype(at::kFloat), /*non_blocking=*/false,
                                /*copy=*/true, at::MemoryFormat::ChannelsLast);
  return values.sub_(normalization.mean).div_(normalization.deviation);
}

}  // namespace lrsweep::trainer
