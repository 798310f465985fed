// What a format is told by.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "trainer/data/open_file.hpp"

namespace lrsweep::trainer {

// The first bytes of a file, fewer where it is shorter; empty where it cannot be read.
[[nodiscard]] inline std::string first_bytes(const std::filesystem::path& path, std::size_t count) {
  const auto file = OpenFile::open(path);
  if (!file) return "";
  std::string bytes(count, '\0');
  const auto got = (*file)->read_at(0, reinterpret_cast<std::uint8_t*>(bytes.data()),
                                    static_cast<std::int64_t>(count));
  bytes.resize(got ? static_cast<std::size_t>(*got) : 0);
  return bytes;
}

}  // namespace lrsweep::trainer
