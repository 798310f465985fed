#include "trainer/data/idx_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <optional>
#include <string>

#include "core/check.hpp"
#include "core/text.hpp"

namespace lrsweep::trainer {
namespace {

constexpr std::int64_t kLargestChunk = 1 << 24;
constexpr std::int64_t kLargestRatio = 1032;  // of deflate (zlib's technical notes)
constexpr unsigned kUnsignedByte = 8;

struct CloseGz {
  void operator()(gzFile_s* file) const { gzclose(file); }
};
using GzFile = std::unique_ptr<gzFile_s, CloseGz>;

core::Failure data_error(const std::string& path, std::string_view problem) {
  return core::fail(core::ErrorKind::kData, fmt::format("{}: {}", core::printable(path), problem));
}

// Bytes of the file as it lies on disk.
core::Result<std::int64_t> size_on_disk(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return data_error(path, std::strerror(errno));
  if (!S_ISREG(status.st_mode)) return data_error(path, "not a regular file");
  return status.st_size;
}

// Reads exactly `count` bytes, or says what is wrong.
core::Result<void> read_exactly(gzFile file, const std::string& path, std::uint8_t* to,
                                std::int64_t count, std::string_view what) {
  std::int64_t done = 0;
  while (done < count) {
    const auto wanted = static_cast<unsigned>(std::min(count - done, kLargestChunk));
    const int got = gzread(file, to + done, wanted);
    int code = Z_OK;
    const char* reason = gzerror(file, &code);
    if (got < 0) return data_error(path, fmt::format("damaged gzip data ({})", reason));
    if (got == 0) {
      return data_error(
          path, fmt::format("ends after {} bytes of its {}, which has {}", done, what, count));
    }
    done += got;
  }
  return {};
}

core::Result<void> expect_end(gzFile file, const std::string& path, std::int64_t announced) {
  std::uint8_t extra = 0;
  const int got = gzread(file, &extra, 1);
  if (got == 0) return {};
  if (got < 0) return data_error(path, "damaged gzip data (its checksum does not match)");
  return data_error(path,
                    fmt::format("goes on after the {} bytes that its header announces", announced));
}

std::uint32_t big_endian(const std::uint8_t* bytes) {
  return (std::uint32_t{bytes[0]} << 24U) | (std::uint32_t{bytes[1]} << 16U) |
         (std::uint32_t{bytes[2]} << 8U) | bytes[3];
}

core::Result<void> check_magic(const std::string& path, const std::uint8_t* magic, int dimensions) {
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

// Product of the sizes; an error for a size of 0 or a product that the file cannot hold.
core::Result<std::int64_t> checked_size(const std::string& path,
                                        const std::vector<std::int64_t>& shape, std::int64_t most) {
  std::int64_t product = 1;
  for (const auto size : shape) {
    if (size == 0 || __builtin_mul_overflow(product, size, &product) || product > most) {
      return data_error(path,
                        fmt::format("its header announces {} bytes; the file can hold 1 to {}",
                                    fmt::join(shape, " x "), most));
    }
  }
  return product;
}

core::Result<std::vector<std::int64_t>> read_shape(gzFile file, const std::string& path,
                                                   int dimensions) {
  std::array<std::uint8_t, 20> header{};
  const auto length = 4 + 4 * std::int64_t{dimensions};
  if (auto read = read_exactly(file, path, header.data(), length, "header"); !read) {
    return core::Failure(read.error());
  }
  if (auto magic = check_magic(path, header.data(), dimensions); !magic) {
    return core::Failure(magic.error());
  }
  std::vector<std::int64_t> shape;
  for (int i = 1; i <= dimensions; ++i) shape.push_back(big_endian(header.data() + 4 * i));
  return shape;
}

// The bytes that may follow the header.
core::Result<std::int64_t> room(gzFile file, const std::string& path, int dimensions) {
  const auto on_disk = size_on_disk(path);
  if (!on_disk) return core::Failure(on_disk.error());
  const std::int64_t header = 4 + 4 * std::int64_t{dimensions};
  const auto content = gzdirect(file) != 0 ? *on_disk : *on_disk * kLargestRatio;
  return std::max<std::int64_t>(content - header, 0);
}

}  // namespace

core::Result<IdxFile> read_idx(const std::filesystem::path& file_path, int dimensions) {
  LRSWEEP_CHECK(dimensions >= 1 && dimensions <= 4, "IDX files of 1 to 4 dimensions are read");
  const std::string path = file_path.string();
  if (auto there = size_on_disk(path); !there) return core::Failure(there.error());
  const GzFile file(gzopen(path.c_str(), "rbe"));
  if (!file) return data_error(path, std::strerror(errno));
  gzbuffer(file.get(), 1U << 17U);

  auto shape = read_shape(file.get(), path, dimensions);
  if (!shape) return core::Failure(shape.error());
  const auto most = room(file.get(), path, dimensions);
  if (!most) return core::Failure(most.error());
  const auto size = checked_size(path, *shape, *most);
  if (!size) return core::Failure(size.error());

  // Left uninitialised: pages that a lying header asked for are never touched.
  IdxFile idx{*shape, nullptr, *size};
  idx.bytes.reset(new (std::nothrow) std::uint8_t[static_cast<std::size_t>(*size)]);
  if (!idx.bytes) return data_error(path, fmt::format("no memory for its {} bytes", *size));
  if (auto read = read_exactly(file.get(), path, idx.bytes.get(), *size, "data"); !read) {
    return core::Failure(read.error());
  }
  if (auto end = expect_end(file.get(), path, *size); !end) return core::Failure(end.error());
  return idx;
}

}  // namespace lrsweep::trainer
