// A data file, opened so that nothing it may be makes the program wait.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

#include "core/result.hpp"

namespace lrsweep::trainer {

// A kData error "path: problem".
[[nodiscard]] core::Failure data_error(const std::filesystem::path& path, std::string_view problem);

class OpenFile {
 public:
  // kData for what is missing, unreadable or not a regular file; never waits for a pipe or a
  // device.
  [[nodiscard]] static core::Result<std::unique_ptr<OpenFile>> open(
      const std::filesystem::path& path);
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile();

  [[nodiscard]] core::Failure error(std::string_view problem) const;
  [[nodiscard]] int handle() const { return handle_; }
  [[nodiscard]] std::int64_t size() const { return size_; }  // when it was opened
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  // Reads on from the last read's end; fewer than `count` bytes only at the file's end.
  [[nodiscard]] core::Result<std::int64_t> read(std::uint8_t* to, std::int64_t count);
  // The same from a place in the file, wherever the last read ended.
  [[nodiscard]] core::Result<std::int64_t> read_at(std::int64_t place, std::uint8_t* to,
                                                   std::int64_t count) const;

 private:
  OpenFile(int handle, std::filesystem::path path);

  int handle_;
  std::filesystem::path path_;
  std::int64_t size_ = 0;
  std::int64_t place_ = 0;
};

}  // namespace lrsweep::trainer
