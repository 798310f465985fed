// A file's bytes as memory, read from the disk when they are used, so that it may be larger than
// the memory there is.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <filesystem>
#include <memory>

#include "core/result.hpp"
#include "trainer/data/shape.hpp"

namespace lrsweep::trainer {

// A file that is cut short while it is mapped ends the process (SIGBUS) where the lost part is
// used.
class MappedFile {
 public:
  // kData for what is missing, unreadable or not a regular file.
  [[nodiscard]] static core::Result<std::shared_ptr<const MappedFile>> open(
      const std::filesystem::path& path);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  [[nodiscard]] const std::uint8_t* bytes() const { return bytes_; }
  [[nodiscard]] std::int64_t size() const { return size_; }

 private:
  MappedFile(std::uint8_t* bytes, std::int64_t size) : bytes_(bytes), size_(size) {}

  std::uint8_t* bytes_;
  std::int64_t size_;
};

// The numbers from byte `place` on, without a copy where they lie aligned for their type; what is
// written to the tensor stays in this process. All of them must lie in the file.
[[nodiscard]] at::Tensor mapped_tensor(const std::shared_ptr<const MappedFile>& file,
                                       std::int64_t place, const Shape& shape,
                                       c10::ScalarType type);

}  // namespace lrsweep::trainer
