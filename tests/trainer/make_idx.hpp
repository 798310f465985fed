// IDX files for tests, made by hand: nothing here uses the reader.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lrsweep::trainer {

// 0, 0, 8, number of sizes, the sizes.
[[nodiscard]] std::string idx_header(const std::vector<std::uint32_t>& shape);

// Header and contents 0, 1, 2, …, 250, 0, … of that shape.
[[nodiscard]] std::string counting_idx(const std::vector<std::uint32_t>& shape);

// One gzip member.
[[nodiscard]] std::string gzipped(std::string_view bytes);

void write_bytes(const std::filesystem::path& path, std::string_view bytes);

// train-images-idx3-ubyte of counting pixels and train-labels-idx1-ubyte with label i mod classes.
void write_idx_folder(const std::filesystem::path& folder, std::uint32_t count,
                      std::uint32_t classes);

}  // namespace lrsweep::trainer
