#include "trainer/data/mapped_file.hpp"

#include <ATen/ATen.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>

#include "core/check.hpp"
#include "trainer/data/open_file.hpp"

namespace lrsweep::trainer {

core::Result<std::shared_ptr<const MappedFile>> MappedFile::open(
    const std::filesystem::path& path) {
  const auto file = OpenFile::open(path);
  if (!file) return core::Failure(file.error());
  const auto size = (*file)->size();
  if (size == 0) return std::shared_ptr<const MappedFile>(new MappedFile(nullptr, 0));
  // Private and writable: a write to a tensor must neither fault nor reach the file.
  void* memory = ::mmap(nullptr, static_cast<std::size_t>(size), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_NORESERVE, (*file)->handle(), 0);
  if (memory == MAP_FAILED) return (*file)->error(std::strerror(errno));
  return std::shared_ptr<const MappedFile>(
      new MappedFile(static_cast<std::uint8_t*>(memory), size));
}

MappedFile::~MappedFile() {
  if (bytes_ != nullptr) ::munmap(bytes_, static_cast<std::size_t>(size_));
}

at::Tensor mapped_tensor(const std::shared_ptr<const MappedFile>& file, std::int64_t place,
                         const Shape& shape, c10::ScalarType type) {
  const auto unit = static_cast<std::int64_t>(c10::elementSize(type));
  const auto bytes = checked_bytes(shape, unit);
  LRSWEEP_CHECK(bytes && place >= 0 && place <= file->size() - *bytes, "outside its file");
  if (*bytes == 0) return at::empty(shape, type);
  auto* begin = const_cast<std::uint8_t*>(file->bytes()) + place;
  if (place % unit == 0) {
    return at::from_blob(
        begin, shape, [file](void*) {}, at::TensorOptions(type));
  }
  at::Tensor copy = at::empty(shape, type);
  std::memcpy(copy.mutable_data_ptr(), begin, static_cast<std::size_t>(*bytes));
  return copy;
}

}  // namespace lrsweep::trainer
