// Files that are whole or not there.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace lrsweep::core {

// Writes `bytes` to `path` so that a reader, or the machine after a crash, finds the old file or
// the new one, never a part: temporary file in the same folder, fsync, rename, fsync of the folder.
// Fails with kStorage, naming the path and the system's reason; leaves no temporary file behind.
[[nodiscard]] Result<void> write_file_atomically(const std::filesystem::path& path,
                                                 std::string_view bytes);

// The whole file. Fails with `kind`, naming the path; refuses files over `max_bytes`, and anything
// that is not a regular file or a pipe.
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& path,
                                            std::size_t max_bytes, ErrorKind kind);

// Creates `path` and its parents; fails with kStorage, naming the one that could not be made.
[[nodiscard]] Result<void> create_folder(const std::filesystem::path& path);

}  // namespace lrsweep::core
