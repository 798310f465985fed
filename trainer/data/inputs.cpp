#include "trainer/data/inputs.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "trainer/data/shape.hpp"

namespace lrsweep::trainer {
namespace {

constexpr std::int64_t kBlock = 4096;

bool is_finite(float value) {
  constexpr std::uint32_t kInfinity = 0x7f800000;
  return (std::bit_cast<std::uint32_t>(value) & kInfinity) != kInfinity;
}

bool all_finite(const float* values, std::int64_t count) {
  bool finite = true;
  for (std::int64_t i = 0; i < count; ++i) finite &= is_finite(values[i]);
  return finite;
}

// Of the first number that is not finite; the count where all are.
std::int64_t first_not_finite(const float* values, std::int64_t count) {
  std::int64_t begin = 0;
  while (begin < count && all_finite(values + begin, std::min(kBlock, count - begin))) {
    begin += kBlock;
  }
  while (begin < count && is_finite(values[begin])) ++begin;
  return std::min(begin, count);
}

// "[3, 17]"
std::string index_text(std::int64_t flat, at::IntArrayRef sizes) {
  std::vector<std::int64_t> index(sizes.size());
  for (auto i = sizes.size(); i-- > 0; flat /= sizes[i]) index[i] = flat % sizes[i];
  return fmt::format("[{}]", fmt::join(index, ", "));
}

bool is_channels(std::int64_t size) { return size == 1 || size == 3 || size == 4; }

bool is_channels_last(const at::Tensor& images) {
  return images.scalar_type() == at::kByte && is_channels(images.size(3)) &&
         !is_channels(images.size(1)) && images.size(2) > 1;
}

at::Tensor in_layout(const at::Tensor& values) {
  if (values.dim() == 2) return values.unsqueeze(2).unsqueeze(3);
  if (values.dim() == 3) return values.unsqueeze(1);
  if (is_channels_last(values)) return values.permute({0, 3, 1, 2}).contiguous();
  return values;
}

core::Result<void> check_shape(const at::Tensor& values, const Place& place) {
  if (values.dim() >= 2 && values.dim() <= 4 && values.numel() > 0) return {};
  return place.error(
      fmt::format("inputs of shape {}; allowed: samples × features, samples × height × width, "
                  "samples × channels × height × width",
                  shape_text(values.sizes().vec())));
}

bool is_known(c10::ScalarType type) {
  return (c10::isIntegralType(type, false) && !c10::isBarebonesUnsignedType(type)) ||
         c10::isFloatingType(type);
}

}  // namespace

core::Result<void> check_finite(const at::Tensor& values, const Place& place) {
  const auto* first = values.const_data_ptr<float>();
  const auto index = first_not_finite(first, values.numel());
  if (index == values.numel()) return {};
  return place.error(fmt::format(
      "{} at {} (counted from 0); allowed: finite numbers of float32; fill or leave out such "
      "samples",
      core::number_text(first[index]), index_text(index, values.sizes())));
}

core::Result<at::Tensor> as_inputs(const at::Tensor& values, const Place& place) {
  if (auto shape = check_shape(values, place); !shape) return core::Failure(shape.error());
  if (!is_known(values.scalar_type())) {
    return place.error(fmt::format("numbers of type {}; allowed: integers and floats",
                                   c10::toString(values.scalar_type())));
  }
  if (values.scalar_type() == at::kByte) return in_layout(values.contiguous());
  const at::Tensor numbers = values.to(at::kFloat).contiguous();
  if (auto finite = check_finite(numbers, place); !finite) return core::Failure(finite.error());
  return in_layout(numbers);
}

}  // namespace lrsweep::trainer
