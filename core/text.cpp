#include "core/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <fmt/format.h>

namespace lrsweep::core {
namespace {

struct CodePoint {
  std::uint32_t value = 0xFFFD;
  std::size_t bytes = 1;
  bool valid = false;
};

// Smallest code point that needs this many bytes: shorter forms are overlong.
constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};

std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

// The first code point of `text` (not empty), by RFC 3629.
CodePoint decode(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = sequence_length(lead);
  if (length == 0 || length > text.size()) return {};
  if (length == 1) return {lead, 1, true};
  std::uint32_t value = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0U) != 0x80U) return {};
    value = (value << 6U) | (byte & 0x3FU);
  }
  const bool surrogate = value >= 0xD800 && value < 0xE000;
  if (value < kSmallest[length] || value > 0x10FFFF || surrogate) return {};
  return {value, length, true};
}

bool reorders_or_breaks(std::uint32_t c) {
  return c == 0x61C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

bool is_control(std::uint32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0); }

void append_printable(std::string& out, const CodePoint& point, std::string_view bytes) {
  if (!point.valid) {
    out += "\uFFFD";
  } else if (point.value == '\n') {
    out += "\\n";
  } else if (is_control(point.value)) {
    out += fmt::format("\\x{:02x}", point.value);
  } else if (reorders_or_breaks(point.value)) {
    out += fmt::format("\\u{{{:x}}}", point.value);
  } else {
    out += bytes;
  }
}

// Damerau–Levenshtein distance, restricted (optimal string alignment).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + change});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

std::string_view last_part(std::string_view key) {
  const auto dot = key.rfind('.');
  return dot == std::string_view::npos ? key : key.substr(dot + 1);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const CodePoint point = decode(text);
    append_printable(out, point, text.substr(0, point.bytes));
    text.remove_prefix(point.bytes);
  }
  return out;
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kMost = 80;
  std::size_t bytes = 0;
  for (std::size_t points = 0; bytes < text.size() && points < kMost; ++points) {
    bytes += decode(text.substr(bytes)).bytes;
  }
  const char* rest = bytes < text.size() ? "…" : "";
  return printable(text.substr(0, bytes)) + rest;
}

std::string quoted(std::string_view text) { return fmt::format("\"{}\"", shortened(text)); }

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const CodePoint point = decode(text);
    if (!point.valid) return false;
    text.remove_prefix(point.bytes);
  }
  return true;
}

std::string nearest(std::string_view word, std::span<const std::string_view> candidates) {
  constexpr std::size_t kLongestWord = 64;
  constexpr std::size_t kShortestBeginning = 3;
  if (word.empty() || word.size() > kLongestWord) return {};
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const auto candidate : candidates) {
    auto here = std::min(distance(word, candidate), distance(word, last_part(candidate)));
    if (word.size() >= kShortestBeginning && candidate.starts_with(word)) here = 1;
    if (here < best_distance) {
      best = candidate;
      best_distance = here;
    }
  }
  return std::string(best);
}

std::string number_text(double value) {
  constexpr double kPlainUpTo = 1e15;
  if (std::isfinite(value) && value == std::trunc(value) && std::abs(value) < kPlainUpTo) {
    return fmt::format("{:.0f}", value);
  }
  return fmt::format("{}", value);
}

std::string duration_text(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) return "?";
  if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
  const auto minutes = static_cast<std::int64_t>(std::llround(std::min(seconds, 1e15) / 60));
  if (minutes < 60) return fmt::format("{} min", minutes);
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

}  // namespace lrsweep::core
