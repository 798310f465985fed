#include <catch2/catch.hpp>
#include <sstream>
#include <string>

#include "core/json.hpp"
#include "reports/braille.hpp"
#include "reports/rate_text.hpp"
#include "reports/report.hpp"
#include "reports/utc.hpp"
#include "tests/reports/snapshots.hpp"

namespace lrsweep::reports {
namespace {

std::string text_of(const core::Snapshot& snapshot, int width = 80, bool color = false) {
  return to_text(make_report(snapshot).value(), {.width = width, .color = color});
}

// Columns of a line whose characters are all one column wide.
std::size_t columns(const std::string& line) {
  std::size_t count = 0;
  for (const char c : line) count += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  return count;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the text gives verdict, rates, band and advice") {
  const std::string text = text_of(testing::measured_sweep());
  CHECK(has(text, "fmnist-cnn  range test 7, complete, 3 of 3 runs"));
  CHECK(has(text, "A learning rate was found  (ok)"));
  CHECK(has(text, "peak_lr      0.0743"));
  CHECK(has(text, "constant_lr  0.0248"));
  CHECK(has(text, "0.0658 to 0.0873 over 3 seeds (0.12 decades)"));
  CHECK(has(text, "peak_lr 0.0743 ▼"));
  CHECK(has(text, "edge 0.499 ▼"));
  CHECK(has(text, "1e-6"));
}

TEST_CASE("without a rate no number is printed") {
  const std::string text = text_of(testing::flat_sweep());
  CHECK(has(text, "(flat)"));
  CHECK_FALSE(has(text, "peak_lr"));
  CHECK_FALSE(has(text, "constant_lr"));
}

TEST_CASE("no line of the plot is wider than asked") {
  for (const int width : {40, 60, 80, 132}) {
    std::istringstream lines(text_of(testing::measured_sweep(), width));
    std::string line;
    std::getline(lines, line);  // the title has a foreign name
    while (std::getline(lines, line)) {
      if (line.starts_with("  ") && !has(line, "│") && !has(line, "┤")) continue;
      INFO(width << ": " << line);
      CHECK(columns(line) <= static_cast<std::size_t>(width));
    }
  }
}

TEST_CASE("one huge loss does not flatten the plot") {
  for (const core::Snapshot& snapshot : {testing::exploding_sweep(), testing::unstopped_sweep()}) {
    const std::string text = text_of(snapshot);
    const std::size_t tick = text.find(" ┤");  // the highest number on the axis
    REQUIRE(tick != std::string::npos);
    const double highest = std::stod(text.substr(text.rfind('\n', tick) + 1));
    CHECK(highest > 1.5);
    CHECK(highest < 4);
  }
}

TEST_CASE("no colour unless asked") {
  CHECK_FALSE(has(text_of(testing::measured_sweep()), "\x1b"));
  CHECK(has(text_of(testing::measured_sweep(), 80, true), "\x1b[1;32m"));
}

TEST_CASE("hostile text cannot act on a terminal") {
  const std::string text = text_of(testing::hostile_sweep());
  for (const std::string& bad :
       {std::string("\x1b"), std::string("\x07"), std::string("\r"), std::string(1, '\0'),
        std::string("\xE2\x80\xAE"), std::string("\xC2\x9B"), std::string("\xFF")}) {
    CHECK_FALSE(has(text, bad));
  }
}

TEST_CASE("a sweep without a curve has text and no plot") {
  const std::string text = text_of(testing::fresh_sweep());
  CHECK(has(text, "nothing to suggest so far"));
  CHECK_FALSE(has(text, "┤"));
}

TEST_CASE("rates are read with three digits") {
  CHECK(rate_text(0.083627) == "0.0836");
  CHECK(rate_text(1.2e-5) == "1.2e-5");
  CHECK(rate_text(1e-10) == "1e-10");
  CHECK(rate_text(2147.33) == "2147");
  CHECK(rate_text(1e30) == "1e30");
  CHECK(rate_text(-0.5) == "-0.5");
  CHECK(rate_text(core::Json(nullptr)) == "-");
}

TEST_CASE("braille cells hold their dots as Unicode numbers them") {
  BrailleCanvas canvas(2, 1);
  canvas.dot(0, 0);  // dot 1
  canvas.dot(1, 3);  // dot 8
  CHECK(canvas.cell(0, 0, " ") == "\u2881");
  CHECK(canvas.cell(1, 0, " ") == " ");
  canvas.line(2, 0, 3, 3);
  CHECK(canvas.cell(1, 0, " ") != " ");
  canvas.dot(99, 99);
  canvas.dot(-1, 0);
  BrailleCanvas full(1, 1);
  for (int y = 0; y < 4; ++y) full.line(0, y, 1, y);
  CHECK(full.cell(0, 0, " ") == "\u28FF");
}

TEST_CASE("durations are told from the database's times") {
  CHECK(seconds_between("2026-12-01T09:30:00.123Z", "2026-12-02T09:30:01.623Z") == 86401.5);
  CHECK(seconds_between("2024-02-28T23:59:59.000Z", "2024-03-01T00:00:00.000Z") == 86401.0);
  for (const char* bad : {"", "2026-12-01", "2026-13-01T09:30:00.123Z", "2026-12-01T09:30:00.12 Z",
                          "-026-12-01T09:30:00.123Z", "2026-12-01 09:30:00.123Z"}) {
    CHECK_FALSE(seconds_between(bad, "2026-12-01T09:30:00.123Z"));
  }
}

}  // namespace lrsweep::reports
