// ZIP archives as NumPy's savez and savez_compressed write them (PKWARE's APPNOTE 6.3.10): members
// stored or deflated, 64-bit sizes too; no encryption, no archives in parts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "trainer/data/byte_reader.hpp"
#include "trainer/data/mapped_file.hpp"

namespace lrsweep::trainer {

struct ZipMember {
  std::string name;
  bool deflated = false;
  std::uint32_t crc = 0;    // CRC-32 of the contents
  std::int64_t begin = 0;   // of its bytes within the archive
  std::int64_t packed = 0;  // bytes within the archive: all of them lie in the file
  std::int64_t size = 0;    // bytes of the contents
};

struct ZipFile {
  std::shared_ptr<const MappedFile> file;
  std::vector<ZipMember> members;
};

// kData, naming the file, for what is no archive, damaged, encrypted, or packed in another way.
[[nodiscard]] core::Result<ZipFile> open_zip(const std::filesystem::path& path);

// The contents of a deflated member. read() beyond the end verifies size and checksum.
[[nodiscard]] std::unique_ptr<ByteReader> open_deflated(const ZipFile& zip, const ZipMember& member,
                                                        const std::filesystem::path& path);

// kData where a stored member's checksum is wrong. Reads it once.
[[nodiscard]] core::Result<void> check_stored(const ZipFile& zip, const ZipMember& member,
                                              const std::filesystem::path& path);

}  // namespace lrsweep::trainer
