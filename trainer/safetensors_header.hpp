// The header of a safetensors file, checked against the file's length.
#pragma once

#include <c10/core/ScalarType.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "trainer/data/shape.hpp"

namespace lrsweep::trainer {

struct SafetensorsEntry {
  std::string name;
  c10::ScalarType type = c10::ScalarType::Byte;
  Shape shape;
  std::int64_t begin = 0;  // bytes of its values, counted from the end of the header
  std::int64_t end = 0;
};

struct SafetensorsHeader {
  std::vector<SafetensorsEntry> entries;
  std::map<std::string, std::string> metadata;
  std::int64_t bytes = 0;  // values begin here
};

inline constexpr std::string_view kSafetensorsMetadata = "__metadata__";

// "F32"; a type that these files of ours do not hold is a bug.
[[nodiscard]] std::string_view safetensors_type_name(c10::ScalarType type);

// Of the whole file's bytes. kData, naming the path, where length, JSON, types, shapes or places
// are not what they must be, or tensors overlap, leave gaps or go beyond the file.
[[nodiscard]] core::Result<SafetensorsHeader> parse_safetensors_header(
    std::span<const std::uint8_t> file, const std::filesystem::path& path);

}  // namespace lrsweep::trainer
