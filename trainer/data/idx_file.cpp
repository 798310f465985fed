#include "trainer/data/idx_file.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <new>
#include <string>
#include <utility>

#include "core/check.hpp"
#include "trainer/data/byte_reader.hpp"

namespace lrsweep::trainer {
namespace {

namespace fs = std::filesystem;
using Shape = std::vector<std::int64_t>;

constexpr std::int64_t kLargestSize = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kMostBytes = std::int64_t{1} << 32;
constexpr unsigned kUnsignedByte = 8;

std::int64_t big_endian(const std::uint8_t* bytes) {
  return (std::int64_t{bytes[0]} << 24) | (bytes[1] << 16) | (bytes[2] << 8) | bytes[3];
}

std::string text_of(const Shape& shape) { return fmt::format("{}", fmt::join(shape, " × ")); }

core::Result<void> check_magic(const fs::path& path, const std::uint8_t* magic, int dimensions) {
  if (magic[0] == 0 && magic[1] == 0 && magic[2] == kUnsignedByte && magic[3] == dimensions) {
    return {};
  }
  return data_error(
      path,
      fmt::format("begins with {:02x} {:02x} {:02x} {:02x}; an IDX file of unsigned bytes with "
                  "{} dimension{} begins with 00 00 08 {:02x}",
                  magic[0], magic[1], magic[2], magic[3], dimensions, dimensions == 1 ? "" : "s",
                  dimensions));
}

core::Result<Shape> read_shape(ByteReader& reader, const fs::path& path, int dimensions) {
  std::array<std::uint8_t, 20> header{};
  const auto length = 4 + 4 * std::int64_t{dimensions};
  const auto got = reader.read(header.data(), length);
  if (!got) return core::Failure(got.error());
  if (*got < length) {
    return data_error(path, fmt::format("{} bytes are no IDX header, which has {}", *got, length));
  }
  if (auto magic = check_magic(path, header.data(), dimensions); !magic) {
    return core::Failure(magic.error());
  }
  Shape shape;
  for (int i = 1; i <= dimensions; ++i) shape.push_back(big_endian(header.data() + 4 * i));
  return shape;
}

// Product of the sizes.
core::Result<std::int64_t> checked_product(const fs::path& path, const Shape& shape) {
  std::int64_t product = 1;
  for (const auto size : shape) {
    if (size < 1 || size > kLargestSize) {
      return data_error(path,
                        fmt::format("its header announces {} bytes; allowed: sizes of 1 to {}",
                                    text_of(shape), kLargestSize));
    }
    if (__builtin_mul_overflow(product, size, &product) || product > kMostBytes) {
      return data_error(path, fmt::format("its header announces {} bytes; allowed: up to {}",
                                          text_of(shape), kMostBytes));
    }
  }
  return product;
}

core::Failure too_short(const fs::path& path, const Shape& shape, std::int64_t needed,
                        std::int64_t there) {
  return data_error(path, fmt::format("{} needs {} bytes after the header, the file has {}",
                                      text_of(shape), needed, there));
}

// What the header announces, checked against what the file can hold.
core::Result<std::int64_t> checked_size(const ByteReader& reader, const fs::path& path,
                                        const Shape& shape) {
  const auto size = checked_product(path, shape);
  if (!size) return size;
  const auto header = 4 + 4 * static_cast<std::int64_t>(shape.size());
  const auto room = reader.most() - header;
  if (*size <= room) return size;
  if (!reader.compressed()) return too_short(path, shape, *size, room);
  return data_error(path, fmt::format("{} needs {} bytes, its gzip data can hold at most {}",
                                      text_of(shape), *size, room));
}

core::Result<void> read_bytes(ByteReader& reader, const fs::path& path, IdxFile& idx) {
  // Left uninitialised: pages that a lying header asked for are never touched.
  idx.bytes.reset(new (std::nothrow) std::uint8_t[static_cast<std::size_t>(idx.size)]);
  if (!idx.bytes) return data_error(path, fmt::format("no memory for its {} bytes", idx.size));
  const auto got = reader.read(idx.bytes.get(), idx.size);
  if (!got) return core::Failure(got.error());
  if (*got < idx.size) return too_short(path, idx.shape, idx.size, *got);
  return {};
}

core::Result<void> expect_end(ByteReader& reader, const fs::path& path, const IdxFile& idx) {
  std::uint8_t extra = 0;
  const auto got = reader.read(&extra, 1);
  if (!got) return core::Failure(got.error());
  if (*got == 0) return {};
  return data_error(path, fmt::format("goes on after the {} bytes that its header announces ({})",
                                      idx.size, text_of(idx.shape)));
}

}  // namespace

core::Result<IdxFile> read_idx(const fs::path& path, int dimensions) {
  LRSWEEP_CHECK(dimensions >= 1 && dimensions <= 4, "IDX files of 1 to 4 dimensions are read");
  const auto reader = open_bytes(path);
  if (!reader) return core::Failure(reader.error());
  auto shape = read_shape(**reader, path, dimensions);
  if (!shape) return core::Failure(shape.error());
  const auto size = checked_size(**reader, path, *shape);
  if (!size) return core::Failure(size.error());

  IdxFile idx{std::move(*shape), nullptr, *size};
  if (auto read = read_bytes(**reader, path, idx); !read) return core::Failure(read.error());
  if (auto end = expect_end(**reader, path, idx); !end) return core::Failure(end.error());
  return idx;
}

}  // namespace lrsweep::trainer
