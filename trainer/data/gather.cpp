#include "trainer/data/gather.hpp"

#include <ATen/Parallel.h>
#include <ATen/ops/empty.h>

#include <cstdint>

// One body for each width of vector registers; the processor's own is taken when the program
// starts. Subtraction and division round the same in all of them.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define LRSWEEP_VECTOR_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define LRSWEEP_VECTOR_CLONES
#endif

namespace lrsweep::trainer {
namespace {

constexpr std::int64_t kSamplesAThread = 16;

// A channel of one sample: out[i·stride] = (in[i] − mean)/deviation.
struct Plane {
  std::int64_t size;
  std::int64_t stride;
  float mean;
  float deviation;
};

template <class Value>
[[gnu::always_inline]] inline void normalize_plane(const Value* in, float* out,
                                                   const Plane& plane) {
  const float mean = plane.mean;
  const float deviation = plane.deviation;
  if (plane.stride == 1) {
    for (std::int64_t i = 0; i < plane.size; ++i) {
      out[i] = (static_cast<float>(in[i]) - mean) / deviation;
    }
    return;
  }
  for (std::int64_t i = 0; i < plane.size; ++i) {
    out[i * plane.stride] = (static_cast<float>(in[i]) - mean) / deviation;
  }
}

LRSWEEP_VECTOR_CLONES void normalize(const std::uint8_t* in, float* out, const Plane& plane) {
  normalize_plane(in, out, plane);
}

LRSWEEP_VECTOR_CLONES void normalize(const float* in, float* out, const Plane& plane) {
  normalize_plane(in, out, plane);
}

template <class Value>
void gather(const at::Tensor& inputs, const at::Tensor& samples, const Normalization& normalization,
            at::Tensor& result) {
  const auto channels = inputs.size(1);
  const auto size = inputs.size(2) * inputs.size(3);
  const auto* number = samples.const_data_ptr<std::int64_t>();
  const auto* mean = normalization.mean.const_data_ptr<float>();
  const auto* deviation = normalization.deviation.const_data_ptr<float>();
  const auto* from = inputs.const_data_ptr<Value>();
  auto* to = result.mutable_data_ptr<float>();
  at::parallel_for(0, samples.size(0), kSamplesAThread, [&](std::int64_t begin, std::int64_t end) {
    for (auto i = begin; i < end; ++i) {
      for (std::int64_t c = 0; c < channels; ++c) {
        normalize(from + (number[i] * channels + c) * size, to + i * channels * size + c,
                  Plane{size, channels, mean[c], deviation[c]});
      }
    }
  });
}

}  // namespace

at::Tensor gather_normalized(const at::Tensor& inputs, const at::Tensor& samples,
                             const Normalization& normalization) {
  const auto options =
      inputs.options().dtype(at::kFloat).memory_format(at::MemoryFormat::ChannelsLast);
  at::Tensor result =
      at::empty({samples.size(0), inputs.size(1), inputs.size(2), inputs.size(3)}, options);
  if (inputs.scalar_type() == at::kByte) {
    gather<std::uint8_t>(inputs, samples, normalization, result);
  } else {
    gather<float>(inputs, samples, normalization, result);
  }
  return result;
}

}  // namespace lrsweep::trainer
