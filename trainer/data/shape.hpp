// Sizes that a file announces, before anything is allocated for them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lrsweep::trainer {

using Shape = std::vector<std::int64_t>;

// Bytes of an array of that shape with elements of `unit` bytes. None where a size is negative, or
// where the product, also that of the sizes beside a 0, exceeds 2^62.
[[nodiscard]] std::optional<std::int64_t> checked_bytes(const Shape& shape, std::int64_t unit);

// "60000 × 28 × 28"; "one number" for a scalar.
[[nodiscard]] std::string shape_text(const Shape& shape);

}  // namespace lrsweep::trainer
