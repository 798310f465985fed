// Contents of a ZIP archive's members, with their checksums verified.
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>

#include "core/check.hpp"
#include "core/text.hpp"
#include "trainer/data/open_file.hpp"
#include "trainer/data/zip_file.hpp"

namespace lrsweep::trainer {
namespace {

constexpr std::int64_t kMostAtOnce = 1 << 30;  // zlib counts in 32 bits
constexpr std::int64_t kLargestRatio = 1032;   // of deflate (zlib's technical notes)

core::Failure member_error(const std::filesystem::path& path, const ZipMember& member,
                           std::string_view problem) {
  return data_error(path, fmt::format("member {}: {}", core::quoted(member.name), problem));
}

class DeflatedReader : public ByteReader {
 public:
  DeflatedReader(const ZipFile& zip, ZipMember member, std::filesystem::path path)
      : file_(zip.file), member_(std::move(member)), path_(std::move(path)) {
    LRSWEEP_CHECK(inflateInit2(&zlib_, -MAX_WBITS) == Z_OK, "zlib does not start");
  }
  DeflatedReader(const DeflatedReader&) = delete;
  DeflatedReader& operator=(const DeflatedReader&) = delete;
  ~DeflatedReader() override { inflateEnd(&zlib_); }

  core::Result<std::int64_t> read(std::uint8_t* to, std::int64_t count) override {
    std::int64_t done = 0;
    while (done < count && !ended_) {
      const auto got = inflate_some(to + done, std::min(count - done, kMostAtOnce));
      if (!got) return got;
      done += *got;
    }
    if (ended_ && (crc_ != member_.crc || done_ != member_.size)) {
      return member_error(path_, member_, "its checksum or its size is wrong: the file is damaged");
    }
    return done;
  }
  [[nodiscard]] std::int64_t most() const override {
    return std::min(member_.size, member_.packed * kLargestRatio);
  }
  [[nodiscard]] bool compressed() const override { return true; }

 private:
  void next_part() {
    if (zlib_.avail_in > 0) return;
    const auto count = std::min(member_.packed - taken_, kMostAtOnce);
    zlib_.next_in = const_cast<std::uint8_t*>(file_->bytes()) + member_.begin + taken_;
    zlib_.avail_in = static_cast<unsigned>(count);
    taken_ += count;
  }

  core::Result<std::int64_t> inflate_some(std::uint8_t* to, std::int64_t count) {
    next_part();
    zlib_.next_out = to;
    zlib_.avail_out = static_cast<unsigned>(count);
    const int code = inflate(&zlib_, Z_NO_FLUSH);
    const auto got = count - zlib_.avail_out;
    const bool stuck = code == Z_BUF_ERROR && taken_ == member_.packed;
    if (stuck || (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)) {
      return member_error(path_, member_, "its deflated data are damaged or cut off");
    }
    ended_ = code == Z_STREAM_END;
    crc_ = static_cast<std::uint32_t>(crc32_z(crc_, to, static_cast<std::size_t>(got)));
    done_ += got;
    return got;
  }

  std::shared_ptr<const MappedFile> file_;
  ZipMember member_;
  std::filesystem::path path_;
  z_stream zlib_{};
  std::int64_t taken_ = 0;  // packed bytes that zlib was given
  std::int64_t done_ = 0;   // bytes of the contents
  std::uint32_t crc_ = 0;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<ByteReader> open_deflated(const ZipFile& zip, const ZipMember& member,
                                          const std::filesystem::path& path) {
  return std::make_unique<DeflatedReader>(zip, member, path);
}

core::Result<void> check_stored(const ZipFile& zip, const ZipMember& member,
                                const std::filesystem::path& path) {
  const auto crc =
      crc32_z(0, zip.file->bytes() + member.begin, static_cast<std::size_t>(member.size));
  if (crc == member.crc) return {};
  return member_error(path, member, "its checksum is wrong: the file is damaged");
}

}  // namespace lrsweep::trainer
