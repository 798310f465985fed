#include "trainer/data/shape.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lrsweep::trainer {
namespace {

constexpr std::int64_t kMostBytes = std::int64_t{1} << 62;

}  // namespace

std::optional<std::int64_t> checked_bytes(const Shape& shape, std::int64_t unit) {
  std::int64_t bytes = unit;
  for (const auto size : shape) {
    // Strides are products too, and skip no zero.
    if (size < 0 || __builtin_mul_overflow(bytes, std::max<std::int64_t>(size, 1), &bytes) ||
        bytes > kMostBytes) {
      return std::nullopt;
    }
  }
  const bool empty = std::find(shape.begin(), shape.end(), 0) != shape.end();
  return empty ? 0 : bytes;
}

std::string shape_text(const Shape& shape) {
  return shape.empty() ? "one number" : fmt::format("{}", fmt::join(shape, " × "));
}

}  // namespace lrsweep::trainer
