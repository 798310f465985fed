// A data file's bytes, decompressed on the way where the file is gzip (told by content, not by
// name).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "core/result.hpp"
#include "trainer/data/open_file.hpp"

namespace lrsweep::trainer {

class ByteReader {
 public:
  virtual ~ByteReader() = default;

  // Writes the next `count` bytes to `to`, fewer only where the file ends; returns how many.
  // Nothing more than that is decompressed. kData for a file that cannot be read, damaged or
  // cut-off gzip data (checksums are verified at its end), or bytes after it that are not gzip.
  [[nodiscard]] virtual core::Result<std::int64_t> read(std::uint8_t* to, std::int64_t count) = 0;

  // No more bytes than this can come: the file's size, or what deflate can make of it.
  [[nodiscard]] virtual std::int64_t most() const = 0;
  [[nodiscard]] virtual bool compressed() const = 0;
};

// kData for what is missing, unreadable or not a regular file; never waits for a pipe or a device.
[[nodiscard]] core::Result<std::unique_ptr<ByteReader>> open_bytes(
    const std::filesystem::path& path);

}  // namespace lrsweep::trainer
