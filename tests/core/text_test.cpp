#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include <catch2/catch.hpp>

#include "core/text.hpp"

namespace core = lrsweep::core;
using core::duration_text;
using core::nearest;
using core::number_text;
using core::printable;

namespace {

const std::string kReplacement = "\xEF\xBF\xBD";

std::string utf8(char32_t c) {
  const auto byte = [](char32_t bits) {
    return static_cast<char>(static_cast<unsigned char>(bits));
  };
  if (c < 0x80) return {byte(c)};
  if (c < 0x800) return {byte(0xC0 | c >> 6), byte(0x80 | (c & 0x3F))};
  return {byte(0xE0 | c >> 12), byte(0x80 | (c >> 6 & 0x3F)), byte(0x80 | (c & 0x3F))};
}

}  // namespace

TEST_CASE("text: what is harmless stays as it is") {
  CHECK(printable("") == "");
  CHECK(printable("runs/a b.json: 3×3 — π 学習率 🙂 \\ \"") ==
        "runs/a b.json: 3×3 — π 学習率 🙂 \\ \"");
}

TEST_CASE("text: what a terminal would obey is shown instead") {
  CHECK(printable("\x1b[2J\x1b]0;title\x07") == R"(\x1b[2J\x1b]0;title\x07)");
  CHECK(printable("a\nb\r\tc\x7f") == R"(a\nb\x0d\x09c\x7f)");
  CHECK(printable(std::string("a\0b", 3)) == R"(a\x00b)");
  CHECK(printable("\u009b31m") == R"(\x9b31m)");
}

TEST_CASE("text: every control character, override and separator is caught") {
  for (char32_t c = 0; c < 0x20; ++c) CHECK(printable(utf8(c)).front() == '\\');
  for (char32_t c = 0x7F; c < 0xA0; ++c) CHECK(printable(utf8(c)).front() == '\\');
  CHECK(printable(utf8(0xA0)) == utf8(0xA0));
  for (char32_t c : {0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066,
                     0x2067, 0x2068, 0x2069, 0x061C, 0xFEFF}) {
    CHECK(printable(utf8(c)).starts_with("\\u{"));
  }
  CHECK(printable("evil\u202Egnp.exe") == R"(evil\u{202e}gnp.exe)");
}

// RFC 3629: overlong forms, surrogates, beyond U+10FFFF, stray and missing bytes.
TEST_CASE("text: bytes that are not UTF-8 are replaced, and no byte is lost after them") {
  CHECK(printable("\xff") == kReplacement);
  CHECK(printable("\xc0\xaf!") == kReplacement + kReplacement + "!");
  CHECK(printable("\xed\xa0\x80") == kReplacement + kReplacement + kReplacement);
  CHECK(printable("\xf4\x90\x80\x80").starts_with(kReplacement));
  CHECK(printable("\xe2\x82") == kReplacement + kReplacement);
  CHECK(printable("\xe2\x1b[0m") == kReplacement + R"(\x1b[0m)");
  for (const char* good : {"", "a", "é", "€", "🙂", "\xf4\x8f\xbf\xbf"})
    CHECK(core::is_utf8(good));
  for (const char* bad : {"\x80", "\xc1\xbf", "\xe0\x80\x80", "\xed\xbf\xbf", "\xf5\x80\x80\x80",
                          "a\xe2\x82", "\xf0\x9f\x99"}) {
    CHECK_FALSE(core::is_utf8(bad));
  }
}

TEST_CASE("text: values in messages are cut between characters") {
  CHECK(core::quoted("a\nb") == R"("a\nb")");
  CHECK(core::quoted(std::string(80, 'x')) == "\"" + std::string(80, 'x') + "\"");
  CHECK(core::quoted(std::string(81, 'x')) == "\"" + std::string(80, 'x') + "…\"");
  std::string accents;
  for (int i = 0; i < 80; ++i) accents += "é";
  CHECK(core::shortened(accents + "éé") == accents + "…");
}

TEST_CASE("text: the nearest key") {
  constexpr std::array<std::string_view, 4> kKeys{"optimizer.lr", "optimizer.momentum",
                                                  "train.batch_size", "data.limit"};
  CHECK(nearest("optimiser.lr", kKeys) == "optimizer.lr");
  CHECK(nearest("momentmu", kKeys) == "optimizer.momentum");
  CHECK(nearest("batchsize", kKeys) == "train.batch_size");
  CHECK(nearest("rl", kKeys) == "optimizer.lr");
  CHECK(nearest("zebra", kKeys) == "");
  CHECK(nearest("", kKeys) == "");
  CHECK(nearest(std::string(1U << 20U, 'x'), kKeys) == "");
  CHECK(nearest("lr", {}) == "");
}

TEST_CASE("text: numbers read back as the same double, in their shortest form") {
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(100) == "100");
  CHECK(number_text(-1) == "-1");
  CHECK(number_text(1e-6) == "1e-06");
  CHECK(number_text(0.1 + 0.2) == "0.30000000000000004");
  CHECK(number_text(9007199254740991) == "9007199254740991");
  for (const double value : {1e15, 1e16, 1e300, 5e-324, 123456.789, -2.5e-9}) {
    CHECK(std::strtod(number_text(value).c_str(), nullptr) == value);
  }
  CHECK(number_text(std::numeric_limits<double>::infinity()) == "inf");
  CHECK(number_text(std::nan("")) == "nan");
}

TEST_CASE("text: durations as people say them") {
  CHECK(duration_text(0) == "0.0 s");
  CHECK(duration_text(1.54) == "1.5 s");
  CHECK(duration_text(59.94) == "59.9 s");
  CHECK(duration_text(59.96) == "1 min");
  CHECK(duration_text(12 * 60 + 20) == "12 min");
  CHECK(duration_text(3599) == "1 h 0 min");
  CHECK(duration_text(2 * 3600 + 10 * 60) == "2 h 10 min");
  CHECK(duration_text(-1) == "?");
  CHECK(duration_text(std::nan("")) == "?");
  CHECK(duration_text(1e300) != "?");
}
