#include "trainer/safetensors_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "core/check.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "trainer/data/open_file.hpp"

namespace lrsweep::trainer {
namespace {

using core::Json;

constexpr std::int64_t kLengthBytes = 8;
constexpr std::int64_t kLongestHeader = 16 << 20;
constexpr std::size_t kMostSizes = 64;  // ATen's own limit

struct Kind {
  std::string_view name;
  c10::ScalarType type;
};
constexpr std::array kKinds{
    Kind{"U8", c10::kByte},   Kind{"I8", c10::kChar},    Kind{"I16", c10::kShort},
    Kind{"I32", c10::kInt},   Kind{"I64", c10::kLong},   Kind{"F16", c10::kHalf},
    Kind{"F32", c10::kFloat}, Kind{"F64", c10::kDouble}, Kind{"BF16", c10::kBFloat16}};

std::optional<std::int64_t> as_count(const Json& value) {
  if (!value.is_number_unsigned()) return std::nullopt;
  const auto count = value.get<std::uint64_t>();
  if (count > std::uint64_t{1} << 62) return std::nullopt;
  return static_cast<std::int64_t>(count);
}

std::optional<std::vector<std::int64_t>> as_counts(const Json& values) {
  if (!values.is_array() || values.size() > kMostSizes) return std::nullopt;
  std::vector<std::int64_t> counts;
  for (const auto& value : values) {
    const auto count = as_count(value);
    if (!count) return std::nullopt;
    counts.push_back(*count);
  }
  return counts;
}

std::optional<c10::ScalarType> type_of(const Json& name) {
  for (const auto& kind : kKinds) {
    if (name.is_string() && name.get_ref<const std::string&>() == kind.name) return kind.type;
  }
  return std::nullopt;
}

std::string known_kinds() {
  std::vector<std::string_view> names;
  for (const auto& kind : kKinds) names.push_back(kind.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

class Parser {
 public:
  Parser(std::span<const std::uint8_t> file, const std::filesystem::path& path)
      : path_(path), file_(file) {}

  core::Result<SafetensorsHeader> parse_all() {
    const auto json = read_json();
    if (!json) return core::Failure(json.error());
    for (const auto& [name, value] : json->items()) {
      auto done = name == kSafetensorsMetadata ? read_metadata(value, header_.metadata)
                                               : read_entry(name, value, header_.entries);
      if (!done) return core::Failure(done.error());
    }
    if (auto whole = check_places(header_.entries); !whole) return core::Failure(whole.error());
    return std::move(header_);
  }

 private:
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(file_.size()); }
  [[nodiscard]] core::Failure error(std::string_view problem) const {
    return data_error(path_, problem);
  }
  [[nodiscard]] core::Failure error_of(const std::string& name, std::string_view problem) const {
    return error(fmt::format("tensor {}: {}", core::quoted(name), problem));
  }

  core::Result<Json> read_json() {
    if (size() < kLengthBytes) {
      return error(
          fmt::format("{} bytes are no safetensors file, which begins with 8 bytes", size()));
    }
    std::uint64_t length = 0;
    for (int i = 7; i >= 0; --i) length = length << 8U | file_[static_cast<std::size_t>(i)];
    const auto most = std::min(size() - kLengthBytes, kLongestHeader);
    if (length > static_cast<std::uint64_t>(most)) {
      return error(fmt::format("its first 8 bytes announce a header of {} bytes; allowed: up to {}",
                               length, most));
    }
    header_.bytes = kLengthBytes + static_cast<std::int64_t>(length);
    return parse({reinterpret_cast<const char*>(file_.data()) + kLengthBytes, length});
  }

  [[nodiscard]] core::Result<Json> parse(std::string_view text) const {
    std::vector<std::set<std::string>> seen;  // the keys of each object that is open
    std::string twice;
    const auto watch = [&](int, Json::parse_event_t event, Json& value) {
      if (event == Json::parse_event_t::object_start) seen.emplace_back();
      if (event == Json::parse_event_t::object_end) seen.pop_back();
      if (event == Json::parse_event_t::key &&
          !seen.back().insert(value.get_ref<const std::string&>()).second) {
        twice = value.get_ref<const std::string&>();
      }
      return true;
    };
    try {
      auto header = Json::parse(text, watch);
      if (!header.is_object()) return error("its header is not a JSON object");
      if (!twice.empty()) {
        return error(fmt::format("its header names {} twice", core::quoted(twice)));
      }
      return header;
    } catch (const Json::exception& problem) {
      return error(fmt::format("its header is not JSON: {}", core::printable(problem.what())));
    }
  }

  [[nodiscard]] core::Result<void> read_metadata(const Json& value,
                                                 std::map<std::string, std::string>& to) const {
    if (!value.is_object()) return error("its __metadata__ is not a JSON object");
    for (const auto& [key, text] : value.items()) {
      if (!text.is_string()) {
        return error(fmt::format("its __metadata__ {} is not a text", core::quoted(key)));
      }
      to[key] = text.get<std::string>();
    }
    return {};
  }

  [[nodiscard]] core::Result<void> read_entry(const std::string& name, const Json& value,
                                              std::vector<SafetensorsEntry>& to) const {
    if (!value.is_object()) return error_of(name, "not a JSON object");
    const auto type = type_of(value.value("dtype", Json()));
    if (!type) {
      return error_of(name, fmt::format("dtype {}; known: {}",
                                        core::shortened(core::dump(value.value("dtype", Json()))),
                                        known_kinds()));
    }
    auto shape = as_counts(value.value("shape", Json()));
    if (!shape) {
      return error_of(
          name, fmt::format("shape {}; allowed: up to {} sizes of 0 or more",
                            core::shortened(core::dump(value.value("shape", Json()))), kMostSizes));
    }
    const auto offsets = as_counts(value.value("data_offsets", Json()));
    if (!offsets || offsets->size() != 2) {
      return error_of(
          name, fmt::format("data_offsets {}; allowed: its first byte and the one after its "
                            "last",
                            core::shortened(core::dump(value.value("data_offsets", Json())))));
    }
    to.push_back({name, *type, std::move(*shape), offsets->front(), offsets->back()});
    return check_size(to.back());
  }

  [[nodiscard]] core::Result<void> check_size(const SafetensorsEntry& entry) const {
    const auto bytes =
        checked_bytes(entry.shape, static_cast<std::int64_t>(c10::elementSize(entry.type)));
    const auto room = size() - header_.bytes;
    if (!bytes || *bytes > room) {
      return error_of(entry.name,
                      fmt::format("{} of {}-byte numbers are more than the {} bytes "
                                  "that follow the header",
                                  shape_text(entry.shape), c10::elementSize(entry.type), room));
    }
    if (entry.end - entry.begin == *bytes) return {};
    return error_of(entry.name,
                    fmt::format("data_offsets {} to {}, but {} needs {} bytes", entry.begin,
                                entry.end, shape_text(entry.shape), *bytes));
  }

  // One after another, without a gap, to the end of the file.
  [[nodiscard]] core::Result<void> check_places(
      const std::vector<SafetensorsEntry>& entries) const {
    std::vector<const SafetensorsEntry*> order;
    for (const auto& entry : entries) order.push_back(&entry);
    std::sort(order.begin(), order.end(), [](const SafetensorsEntry* a, const SafetensorsEntry* b) {
      return std::pair(a->begin, a->end) < std::pair(b->begin, b->end);
    });
    std::int64_t place = 0;
    for (const auto* entry : order) {
      if (entry->begin != place) {
        return error_of(entry->name, fmt::format("begins at byte {}; allowed: {}, where the one "
                                                 "before it ends",
                                                 entry->begin, place));
      }
      place = entry->end;
    }
    const auto there = size() - header_.bytes;
    if (place == there) return {};
    return error(fmt::format("{} bytes follow its header, but its tensors are {}", there, place));
  }

  const std::filesystem::path& path_;
  std::span<const std::uint8_t> file_;
  SafetensorsHeader header_;
};

}  // namespace

std::string_view safetensors_type_name(c10::ScalarType type) {
  const auto* found = std::find_if(kKinds.begin(), kKinds.end(),
                                   [&](const Kind& kind) { return kind.type == type; });
  LRSWEEP_CHECK(found != kKinds.end(), "a type that safetensors files of ours do not hold");
  return found->name;
}

core::Result<SafetensorsHeader> parse_safetensors_header(std::span<const std::uint8_t> file,
                                                         const std::filesystem::path& path) {
  return Parser(file, path).parse_all();
}

}  // namespace lrsweep::trainer
