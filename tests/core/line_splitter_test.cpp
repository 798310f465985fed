#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "core/messages.hpp"

using namespace lrsweep::core;
using Lines = std::vector<std::string>;

TEST_CASE("line splitter: lines come out whole, however the bytes came in") {
  const std::string bytes = "one\n\ntwo words\n" + std::string("n\0l\n", 4);
  const Lines expected{"one", "", "two words", std::string("n\0l", 3)};
  for (std::size_t step = 1; step <= bytes.size(); ++step) {
    LineSplitter splitter;
    Lines lines;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
      const auto more = splitter.feed(bytes.substr(at, step));
      REQUIRE(more);
      lines.insert(lines.end(), more->begin(), more->end());
    }
    CHECK(lines == expected);
    CHECK(splitter.finish());
  }
}

TEST_CASE("line splitter: a line of the largest size passes, one byte more does not") {
  const std::string largest(kMaxLineBytes, 'x');
  LineSplitter fits;
  REQUIRE(fits.feed(largest)->empty());
  CHECK(fits.feed("\n") == Lines{largest});

  LineSplitter over;
  CHECK(over.feed(largest));
  CHECK_FALSE(over.feed("x"));

  LineSplitter over_with_its_end;
  const auto refused = over_with_its_end.feed(largest + "x\nnext\n");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "a line over 1048576 bytes");
}

TEST_CASE("line splitter: bytes without a newline at the end are a torn line") {
  LineSplitter splitter;
  REQUIRE(splitter.feed("{}\n{\"type\":\x1b"));
  const auto end = splitter.finish();
  REQUIRE_FALSE(end);
  CHECK(end.error().message == R"(a torn line: "{"type":\x1b")");
}

TEST_CASE("line splitter: many lines in one piece stay linear") {
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) bytes += "0123456789\n";
  LineSplitter splitter;
  CHECK(splitter.feed(bytes)->size() == 100'000);
}
