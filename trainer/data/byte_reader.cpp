#include "trainer/data/byte_reader.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
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

class PlainReader : public ByteReader {
 public:
  explicit PlainReader(std::unique_ptr<OpenFile> file) : file_(std::move(file)) {}

  core::Result<std::int64_t> read(std::uint8_t* to, std::int64_t count) override {
    return file_->read(to, count);
  }
  [[nodiscard]] std::int64_t most() const override { return file_->size(); }
  [[nodiscard]] bool compressed() const override { return false; }

 private:
  std::unique_ptr<OpenFile> file_;
};

class GzipReader : public ByteReader {
 public:
  explicit GzipReader(std::unique_ptr<OpenFile> file)
      : file_(std::move(file)), input_(kInputChunk) {
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
  [[nodiscard]] std::int64_t most() const override { return file_->size() * kLargestRatio; }
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
  std::vector<std::uint8_t> input_;
  z_stream zlib_{};
  bool ended_ = false;  // between two members
};

core::Result<bool> begins_as_gzip(const OpenFile& file) {
  std::array<std::uint8_t, 2> magic{};
  const auto got = file.read_at(0, magic.data(), magic.size());
  if (!got) return core::Failure(got.error());
  return magic[0] == 0x1f && magic[1] == 0x8b;
}

}  // namespace

core::Result<std::unique_ptr<ByteReader>> open_bytes(const std::filesystem::path& path) {
  auto file = OpenFile::open(path);
  if (!file) return core::Failure(file.error());
  const auto gzip = begins_as_gzip(**file);
  if (!gzip) return core::Failure(gzip.error());
  if (*gzip) return std::make_unique<GzipReader>(std::move(*file));
  return std::make_unique<PlainReader>(std::move(*file));
}

}  // namespace lrsweep::trainer
