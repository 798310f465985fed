#include "trainer/data/npy_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace lrsweep::trainer {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::int64_t kLongest = 1 << 16;
constexpr std::size_t kMostSizes = 32;  // NumPy's own limit before version 2

struct Kind {
  std::string_view name;
  c10::ScalarType type;
};
constexpr std::array kKinds{
    Kind{"u1", c10::kByte},  Kind{"b1", c10::kByte},  Kind{"i1", c10::kChar},
    Kind{"i2", c10::kShort}, Kind{"i4", c10::kInt},   Kind{"i8", c10::kLong},
    Kind{"f2", c10::kHalf},  Kind{"f4", c10::kFloat}, Kind{"f8", c10::kDouble}};

std::string_view as_text(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The values of a Python dict with constants in it.
class DictScanner {
 public:
  explicit DictScanner(std::string_view text) : text_(text) {}

  // Skips spaces, then `wanted`; false where something else comes.
  bool take(char wanted) {
    skip_spaces();
    if (text_.empty() || text_.front() != wanted) return false;
    text_.remove_prefix(1);
    return true;
  }

  std::optional<std::string_view> quoted() {
    const char mark = take('\'') ? '\'' : take('"') ? '"' : '\0';
    const auto end = text_.find(mark);
    if (mark == '\0' || end == std::string_view::npos) return std::nullopt;
    const auto inside = text_.substr(0, end);
    text_.remove_prefix(end + 1);
    return inside;
  }

  std::optional<bool> truth() {
    skip_spaces();
    for (const auto& [word, value] : {std::pair{"True", true}, std::pair{"False", false}}) {
      if (!text_.starts_with(word)) continue;
      text_.remove_prefix(std::string_view(word).size());
      return value;
    }
    return std::nullopt;
  }

  std::optional<Shape> sizes() {
    if (!take('(')) return std::nullopt;
    Shape shape;
    while (!take(')')) {
      const auto size = number();
      if (!size || shape.size() == kMostSizes) return std::nullopt;
      shape.push_back(*size);
      if (take(',')) continue;
      return take(')') ? std::optional(shape) : std::nullopt;
    }
    return shape;
  }

 private:
  void skip_spaces() {
    text_.remove_prefix(std::min(text_.find_first_not_of(" \n"), text_.size()));
  }

  std::optional<std::int64_t> number() {
    skip_spaces();
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (error != std::errc() || value < 0) return std::nullopt;
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return value;
  }

  std::string_view text_;
};

struct Fields {
  std::optional<std::string_view> descr;
  std::optional<bool> fortran_order;
  std::optional<Shape> shape;
};

std::optional<Fields> scan(std::string_view text) {
  DictScanner scanner(text);
  Fields fields;
  if (!scanner.take('{')) return std::nullopt;
  while (!scanner.take('}')) {
    const auto key = scanner.quoted();
    if (!key || !scanner.take(':')) return std::nullopt;
    if (*key == "descr") fields.descr = scanner.quoted();
    if (*key == "fortran_order") fields.fortran_order = scanner.truth();
    if (*key == "shape") fields.shape = scanner.sizes();
    if (!scanner.take(',') && !scanner.take('}')) return std::nullopt;
    if (fields.descr && fields.fortran_order && fields.shape) return fields;
  }
  return std::nullopt;
}

core::Failure unknown_type(std::string_view descr, const Place& place) {
  std::vector<std::string_view> names;
  for (const auto& kind : kKinds) names.push_back(kind.name);
  return place.error(fmt::format("numbers of NumPy's type {}; allowed: {}", core::quoted(descr),
                                 fmt::join(names, ", ")));
}

}  // namespace

core::Result<std::int64_t> npy_header_bytes(std::span<const std::uint8_t> first,
                                            const Place& place) {
  if (first.size() < 10 || !as_text(first).starts_with(kMagic)) {
    return place.error("does not begin as a NumPy array does");
  }
  const int version = first[6];
  std::int64_t length = first[8] + (first[9] << 8);
  if (version >= 2 && first.size() >= 12) {
    length += (std::int64_t{first[10]} << 16) + (std::int64_t{first[11]} << 24);
  }
  if (version < 1 || version > 3) {
    return place.error(fmt::format("version {} of NumPy's format; allowed: 1 to 3", version));
  }
  if (length > kLongest) {
    return place.error(
        fmt::format("a NumPy header of {} bytes; allowed: up to {}", length, kLongest));
  }
  return length + (version == 1 ? 10 : 12);
}

core::Result<NpyHeader> parse_npy_header(std::span<const std::uint8_t> bytes, const Place& place) {
  const std::size_t begin = bytes[6] == 1 ? 10 : 12;
  const auto text = as_text(bytes.subspan(std::min(begin, bytes.size())));
  auto fields = scan(text);
  if (!fields) {
    return place.error(fmt::format("{} is no NumPy header of a plain array", core::quoted(text)));
  }
  const std::string_view descr = *fields->descr;
  const auto* kind = std::find_if(kKinds.begin(), kKinds.end(), [&](const Kind& known) {
    return descr.size() == 3 && descr.substr(1) == known.name;
  });
  if (kind == kKinds.end() ||
      std::string_view("<>|=").find(descr.front()) == std::string_view::npos) {
    return unknown_type(descr, place);
  }
  const auto needed =
      checked_bytes(*fields->shape, static_cast<std::int64_t>(c10::elementSize(kind->type)));
  if (!needed) {
    return place.error(
        fmt::format("its header announces {} numbers: too many", shape_text(*fields->shape)));
  }
  return NpyHeader{kind->type, descr.front() == '>', *fields->fortran_order,
                   std::move(*fields->shape), *needed};
}

}  // namespace lrsweep::trainer
