// The header of a NumPy array file (numpy.lib.format, versions 1 to 3): "\x93NUMPY", version,
// length of the text, and a Python dict of descr, fortran_order and shape.
#pragma once

#include <c10/core/ScalarType.h>

#include <cstdint>
#include <span>

#include "core/result.hpp"
#include "trainer/data/place.hpp"
#include "trainer/data/shape.hpp"

namespace lrsweep::trainer {

struct NpyHeader {
  c10::ScalarType type = c10::ScalarType::Byte;
  bool big_endian = false;
  bool fortran_order = false;  // the first index varies fastest
  Shape shape;
  std::int64_t value_bytes = 0;  // of all values
};

// Bytes before the values, told by the first 12 of the file (fewer where the file is shorter), at
// most 64 KiB. kData for other files.
[[nodiscard]] core::Result<std::int64_t> npy_header_bytes(std::span<const std::uint8_t> first,
                                                          const Place& place);

// `bytes` is the whole header. Types b1 (as uint8), u1, i1 to i8 and f2 to f8. kData for others,
// for a text that is no such dict, and for sizes whose product overflows.
[[nodiscard]] core::Result<NpyHeader> parse_npy_header(std::span<const std::uint8_t> bytes,
                                                       const Place& place);

}  // namespace lrsweep::trainer
