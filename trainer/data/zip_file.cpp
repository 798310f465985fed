#include "trainer/data/zip_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/text.hpp"
#include "trainer/data/open_file.hpp"

namespace lrsweep::trainer {
namespace {

constexpr std::uint32_t kEndSignature = 0x06054b50;
constexpr std::uint32_t kEnd64Signature = 0x06064b50;
constexpr std::uint32_t kLocator64Signature = 0x07064b50;
constexpr std::uint32_t kEntrySignature = 0x02014b50;
constexpr std::uint32_t kLocalSignature = 0x04034b50;
constexpr std::int64_t kEndSize = 22;
constexpr std::int64_t kLocatorSize = 20;
constexpr std::int64_t kEnd64Size = 56;
constexpr std::int64_t kEntrySize = 46;
constexpr std::int64_t kLocalSize = 30;
constexpr std::int64_t kLongestComment = 65535;
constexpr std::int64_t kMostMembers = 65536;
constexpr std::int64_t kSaidElsewhere = 0xffffffff;  // in the entry's 64-bit field
constexpr std::uint16_t kExtra64 = 1;
constexpr std::int64_t kStored = 0;
constexpr std::int64_t kDeflated = 8;

// Little-endian numbers of the archive; places outside it read as −1.
class Bytes {
 public:
  explicit Bytes(const MappedFile& file) : file_(file) {}

  [[nodiscard]] bool holds(std::int64_t place, std::int64_t count) const {
    return place >= 0 && count >= 0 && count <= file_.size() && place <= file_.size() - count;
  }
  [[nodiscard]] std::int64_t number(std::int64_t place, int width) const {
    if (!holds(place, width)) return -1;
    std::uint64_t value = 0;
    for (int i = width; i-- > 0;) value = value << 8U | file_.bytes()[place + i];
    return static_cast<std::int64_t>(value);
  }
  [[nodiscard]] bool begins(std::int64_t place, std::uint32_t signature) const {
    return number(place, 4) == signature;
  }
  [[nodiscard]] std::string text(std::int64_t place, std::int64_t count) const {
    return {reinterpret_cast<const char*>(file_.bytes()) + place, static_cast<std::size_t>(count)};
  }
  [[nodiscard]] std::int64_t size() const { return file_.size(); }

 private:
  const MappedFile& file_;
};

struct Directory {
  std::int64_t begin = 0;
  std::int64_t count = 0;
};

// The archive's last record, which a comment of any text may follow.
std::optional<std::int64_t> find_end(const Bytes& bytes) {
  const auto last = std::max<std::int64_t>(bytes.size() - kEndSize - kLongestComment, 0);
  for (auto place = bytes.size() - kEndSize; place >= last; --place) {
    if (bytes.begins(place, kEndSignature) &&
        bytes.number(place + 20, 2) == bytes.size() - place - kEndSize) {
      return place;
    }
  }
  return std::nullopt;
}

std::optional<Directory> find_directory(const Bytes& bytes) {
  const auto end = find_end(bytes);
  if (!end) return std::nullopt;
  const auto locator = *end - kLocatorSize;
  if (!bytes.begins(locator, kLocator64Signature)) {
    return Directory{bytes.number(*end + 16, 4), bytes.number(*end + 10, 2)};
  }
  const auto end64 = bytes.number(locator + 8, 8);
  if (!bytes.holds(end64, kEnd64Size) || !bytes.begins(end64, kEnd64Signature)) return std::nullopt;
  return Directory{bytes.number(end64 + 48, 8), bytes.number(end64 + 32, 8)};
}

struct Entry {
  ZipMember member;
  std::int64_t flags = 0;
  std::int64_t method = 0;
  std::int64_t local = 0;  // place of its local header
  std::int64_t next = 0;   // place of the entry after it
};

// Fields that did not fit stand in the entry's extra field, in this order, those alone.
void read_extra64(const Bytes& bytes, std::int64_t place, std::int64_t end, Entry& entry) {
  while (place + 4 <= end) {
    const auto length = bytes.number(place + 2, 2);
    if (bytes.number(place, 2) == kExtra64) {
      auto field = place + 4;
      for (auto* value : {&entry.member.size, &entry.member.packed, &entry.local}) {
        if (*value != kSaidElsewhere) continue;
        *value = field + 8 <= std::min(place + 4 + length, end) ? bytes.number(field, 8) : -1;
        field += 8;
      }
      return;
    }
    place += 4 + length;
  }
}

std::optional<Entry> read_entry(const Bytes& bytes, std::int64_t place) {
  if (!bytes.holds(place, kEntrySize) || !bytes.begins(place, kEntrySignature)) return std::nullopt;
  Entry entry;
  entry.flags = bytes.number(place + 8, 2);
  entry.method = bytes.number(place + 10, 2);
  entry.member.crc = static_cast<std::uint32_t>(bytes.number(place + 16, 4));
  entry.member.packed = bytes.number(place + 20, 4);
  entry.member.size = bytes.number(place + 24, 4);
  entry.local = bytes.number(place + 42, 4);
  const auto name = bytes.number(place + 28, 2);
  const auto extra = bytes.number(place + 30, 2);
  entry.next = place + kEntrySize + name + extra + bytes.number(place + 32, 2);
  if (!bytes.holds(place, entry.next - place)) return std::nullopt;
  entry.member.name = bytes.text(place + kEntrySize, name);
  const auto begin = place + kEntrySize + name;
  read_extra64(bytes, begin, begin + extra, entry);
  return entry;
}

// Where the member's bytes begin follows from its local header, whose extra field has a length of
// its own.
std::string problem_of(const Bytes& bytes, Entry& entry) {
  auto& member = entry.member;
  if ((entry.flags & 1) != 0) return "is encrypted";
  if (entry.method != kStored && entry.method != kDeflated) {
    return fmt::format("is packed by method {}; allowed: 0 (stored) and 8 (deflate)", entry.method);
  }
  if (!bytes.holds(entry.local, kLocalSize) || !bytes.begins(entry.local, kLocalSignature)) {
    return "has no header where the directory says";
  }
  member.deflated = entry.method == kDeflated;
  member.begin = entry.local + kLocalSize + bytes.number(entry.local + 26, 2) +
                 bytes.number(entry.local + 28, 2);
  if (!bytes.holds(member.begin, member.packed) || member.size < 0) return "goes beyond the file";
  if (!member.deflated && member.size != member.packed) return "has two sizes";
  return "";
}

}  // namespace

core::Result<ZipFile> open_zip(const std::filesystem::path& path) {
  auto file = MappedFile::open(path);
  if (!file) return core::Failure(file.error());
  const Bytes bytes(**file);
  const auto directory = find_directory(bytes);
  if (!directory) return data_error(path, "no ZIP archive, or its end is cut off");
  if (directory->count < 0 || directory->count > kMostMembers) {
    return data_error(path, fmt::format("an archive of {} members; allowed: up to {}",
                                        directory->count, kMostMembers));
  }
  ZipFile zip{*file, {}};
  auto place = directory->begin;
  for (std::int64_t i = 0; i < directory->count; ++i) {
    auto entry = read_entry(bytes, place);
    if (!entry) return data_error(path, fmt::format("its ZIP directory is damaged at {}", place));
    if (const auto problem = problem_of(bytes, *entry); !problem.empty()) {
      return data_error(path,
                        fmt::format("member {} {}", core::quoted(entry->member.name), problem));
    }
    place = entry->next;
    zip.members.push_back(std::move(entry->member));
  }
  return zip;
}

}  // namespace lrsweep::trainer
