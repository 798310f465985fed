#include "trainer/data/byte_reader.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "core/check.hpp"
#include "core/text.hpp"

namespace lrsweep::trainer {
namespace {

constexpr std::int64_t kInputChunk = 1 << 18;
constexpr std::int64_t kOutputChunk = 1 << 30;  // zlib counts in 32 bits
constexpr std::int64_t kLargestRatio = 1032;    // of deflate (zlib's technical notes)
constexpr int kGzip = 16 + MAX_WBITS;

class OpenFile {
 public:
  OpenFile(int handle, std::filesystem::path path) : handle_(handle), path_(std::move(path)) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() { ::close(handle_); }

  [[nodiscard]] core::Failure error(std::string_view problem) const {
    return data_error(path_, problem);
  }

  [[nodiscard]] core::Result<std::int64_t> size() const {
    struct stat status {};
    if (::fstat(handle_, &status) != 0) return error(std::strerror(errno));
    if (!S_ISREG(status.st_mode)) return error("not a regular file");
    return status.st_size;
  }

  [[nodiscard]] core::Result<bool> begins_as_gzip() const {
    std::array<std::uint8_t, 2> magic{};
    const auto got = ::pread(handle_, magic.data(), magic.size(), 0);
    if (got < 0) return error(std::strerror(errno));
    return magic[0] == 0x1f && magic[1] == 0x8b;
  }

  // Fewer than `count` only at the end.
  core::Result<std::int64_t> read(std::uint8_t* to, std::int64_t count) {
    std::int64_t done = 0;
    while (done < count) {
      const auto got = ::read(handle_, to + done, static_cast<std::size_t>(count - done));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return error(std::strerror(errno));
      if (got == 0) break;
      done += got;
    }
    return done;
  }

 private:
  int handle_;
  std::filesystem::path path_;
};

class PlainReader : public ByteReader {
 public:
  PlainReader(std::unique_ptr<OpenFile> file, std::int64_t size)
      : file_(std::move(file)), size_(size) {}

  core::Result<std::int64_t> read(std::uint8_t* to, std::int64_t count) override {
    return file_->read(to, count);
  }
  [[nodiscard]] std::int64_t most() const override { return size_; }
  [[nodiscard]] bool compressed() const override { return false; }

 private:
  std::unique_ptr<OpenFile> file_;
  std::int64_t size_;
};

class GzipReader : public ByteReader {
 public:
  GzipReader(std::unique_ptr<OpenFile> file, std::int64_t size)
      : file_(std::move(file)), size_(size), input_(kInputChunk) {
    LRSWEEP_CHECK(inflateInit2(&zlib_, kGzip) == Z_OK, "zlib does not start");
  }
  GzipReader(const GzipReader&) = delete;
  GzipReader& operator=(const GzipReader&) = delete;
  ~GzipReader() override { inflateEnd(&zlib_); }

  core::Result<std::int64_t> read(std::uint8_t* to, std::int64_t count) override {
    std::int64_t done = 0;
    while (done < count) {
      const auto more = next_part();
      if (!more) return core::Failure(more.error());
      if (!*more) break;
      const auto got = inflate_some(to + done, std::min(count - done, kOutputChunk));
      if (!got) return got;
      done += *got;
    }
    return done;
  }
  [[nodiscard]] std::int64_t most() const override { return size_ * kLargestRatio; }
  [[nodiscard]] bool compressed() const override { return true; }

 private:
  // Makes input ready; false at the end of the file, after whole gzip members only.
  core::Result<bool> next_part() {
    if (zlib_.avail_in == 0) {
      const auto got = file_->read(input_.data(), kInputChunk);
      if (!got) return core::Failure(got.error());
      zlib_.next_in = input_.data();
      zlib_.avail_in = static_cast<unsigned>(*got);
    }
    if (zlib_.avail_in > 0) return true;
    if (ended_) return false;
    return file_->error("its gzip data is cut off");
  }

  core::Result<std::int64_t> inflate_some(std::uint8_t* to, std::int64_t count) {
    // gzip files may be joined; a next member begins like the first.
    if (ended_ && inflateReset(&zlib_) != Z_OK) return file_->error("damaged gzip data");
    zlib_.next_out = to;
    zlib_.avail_out = static_cast<unsigned>(count);
    const int code = inflate(&zlib_, Z_NO_FLUSH);
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) return damage();
    ended_ = code == Z_STREAM_END;
    return count - zlib_.avail_out;
  }

  [[nodiscard]] core::Failure damage() const {
    const char* reason = zlib_.msg != nullptr ? zlib_.msg : "no memory";
    return file_->error(
        fmt::format("damaged gzip data, or bytes after its end ({})", core::printable(reason)));
  }

  std::unique_ptr<OpenFile> file_;
  std::int64_t size_;
  std::vector<std::uint8_t> input_;
  z_stream zlib_{};
  bool ended_ = false;  // between two members
};

}  // namespace

core::Failure data_error(const std::filesystem::path& path, std::string_view problem) {
  return core::fail(core::ErrorKind::kData,
                    fmt::format("{}: {}", core::printable(path.string()), problem));
}

core::Result<std::unique_ptr<ByteReader>> open_bytes(const std::filesystem::path& path) {
  // O_NONBLOCK: opening a pipe must not wait for a writer.
  const int handle = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (handle < 0) return data_error(path, std::strerror(errno));
  auto file = std::make_unique<OpenFile>(handle, path);
  const auto size = file->size();
  if (!size) return core::Failure(size.error());
  const auto gzip = file->begins_as_gzip();
  if (!gzip) return core::Failure(gzip.error());
  if (*gzip) return std::make_unique<GzipReader>(std::move(file), *size);
  return std::make_unique<PlainReader>(std::move(file), *size);
}

}  // namespace lrsweep::trainer
