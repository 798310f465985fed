#include "make_idx.hpp"

#include <zlib.h>

#include <catch2/catch.hpp>
#include <fstream>

namespace lrsweep::trainer {

std::string idx_header(const std::vector<std::uint32_t>& shape) {
  std::string header{'\0', '\0', '\x08', static_cast<char>(shape.size())};
  for (const auto size : shape) {
    for (const unsigned shift : {24U, 16U, 8U, 0U}) {
      header.push_back(static_cast<char>((size >> shift) & 0xffU));
    }
  }
  return header;
}

std::string counting_idx(const std::vector<std::uint32_t>& shape) {
  std::size_t count = 1;
  for (const auto size : shape) count *= size;
  std::string bytes = idx_header(shape);
  for (std::size_t i = 0; i < count; ++i) bytes.push_back(static_cast<char>(i % 251));
  return bytes;
}

std::string gzipped(std::string_view bytes) {
  z_stream zlib{};
  REQUIRE(deflateInit2(&zlib, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(deflateBound(&zlib, bytes.size()), '\0');
  std::string copy(bytes);
  zlib.next_in = reinterpret_cast<unsigned char*>(copy.data());
  zlib.avail_in = static_cast<unsigned>(copy.size());
  zlib.next_out = reinterpret_cast<unsigned char*>(packed.data());
  zlib.avail_out = static_cast<unsigned>(packed.size());
  REQUIRE(deflate(&zlib, Z_FINISH) == Z_STREAM_END);
  packed.resize(zlib.total_out);
  deflateEnd(&zlib);
  return packed;
}

void write_bytes(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  REQUIRE(file.flush().good());
}

void write_idx_folder(const std::filesystem::path& folder, std::uint32_t count,
                      std::uint32_t classes) {
  write_bytes(folder / "train-images-idx3-ubyte", counting_idx({count, 3, 2}));
  std::string labels = idx_header({count});
  for (std::uint32_t i = 0; i < count; ++i) labels.push_back(static_cast<char>(i % classes));
  write_bytes(folder / "train-labels-idx1-ubyte", labels);
}

}  // namespace lrsweep::trainer
