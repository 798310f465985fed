// NumPy arrays as tensors: from a file or the part of one that holds them as they are, or from
// bytes that are decompressed on the way.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>

#include "core/result.hpp"
#include "trainer/data/byte_reader.hpp"
#include "trainer/data/mapped_file.hpp"
#include "trainer/data/place.hpp"

namespace lrsweep::trainer {

struct NpyArray {
  at::Tensor values;    // contiguous, in the machine's byte order
  bool mapped = false;  // in the file, not in memory
};

// The array in bytes [begin, begin + size) of the file. kData for a damaged header, and where the
// bytes are fewer or more than the shape needs.
[[nodiscard]] core::Result<NpyArray> map_npy(const std::shared_ptr<const MappedFile>& file,
                                             std::int64_t begin, std::int64_t size,
                                             const Place& place);

// The same read to memory. Nothing is allocated for a shape that the reader cannot fill.
[[nodiscard]] core::Result<NpyArray> read_npy(ByteReader& reader, const Place& place);

}  // namespace lrsweep::trainer
