// The registry of data formats. A new one is a pair of files that defines a DataFormat, and a line
// in formats.cpp.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "trainer/data/image_data.hpp"

namespace lrsweep::trainer {

struct DataFormat {
  std::string_view name;     // "idx"
  std::string_view expects;  // for messages: "a folder with …"

  // True where a file or folder looks like this format: by names and first bytes, in microseconds.
  bool (*recognise)(const std::filesystem::path& path) = nullptr;

  // The training part, whole and checked. kData for what is missing or malformed.
  core::Result<ImageData> (*load)(const std::filesystem::path& path) = nullptr;

  // The files that load() would read, as far as they are there.
  std::vector<std::filesystem::path> (*files)(const std::filesystem::path& path) = nullptr;
};

[[nodiscard]] std::span<const DataFormat> data_formats();

// The first format that recognises the path; null where none does.
[[nodiscard]] const DataFormat* format_of(const std::filesystem::path& path);

}  // namespace lrsweep::trainer
