// IDX files of unsigned bytes, as MNIST and its successors come: a magic number (0, 0, 8, number of
// dimensions), the sizes as 32-bit big-endian integers, then the bytes. Gzip-compressed or not,
// told by content.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "core/result.hpp"

namespace lrsweep::trainer {

struct IdxFile {
  std::vector<std::int64_t> shape;        // every size in [1, 2^31)
  std::unique_ptr<std::uint8_t[]> bytes;  // [product of shape], row-major
  std::int64_t size = 0;                  // product of shape, at most 4 GiB
};

// Reads a file of `dimensions` (1 to 4) dimensions. kData, naming file, value and what is allowed,
// for everything a damaged or hostile file can say: the sizes are multiplied with a check and
// compared with what the file can hold before anything is allocated for them, and no more than
// they announce and one byte is decompressed.
[[nodiscard]] core::Result<IdxFile> read_idx(const std::filesystem::path& path, int dimensions);

}  // namespace lrsweep::trainer
