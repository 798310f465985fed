// What a damaged or hostile data file may do: be refused, quickly and in little memory.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <ctime>
#include <fstream>
#include <string>

#include "core/text.hpp"
#include "make_idx.hpp"
#include "tests/support/temporary_folder.hpp"
#include "trainer/data/idx_file.hpp"

namespace lrsweep::trainer {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

std::string problem_at(const std::filesystem::path& path, int dimensions) {
  const auto idx = read_idx(path, dimensions);
  if (idx.has_value()) return "read";
  CHECK(idx.error().kind == core::ErrorKind::kData);
  CHECK_THAT(idx.error().message, Contains(path.filename().string()));
  return idx.error().message;
}

std::string problem_with(std::string_view bytes, int dimensions) {
  const core::TemporaryFolder folder;
  write_bytes(folder / "set", bytes);
  return problem_at(folder / "set", dimensions);
}

// Peak resident bytes of this process since the last reset.
std::int64_t peak_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::int64_t kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes) return kilobytes * 1024;
  }
  return 0;
}
void reset_peak() { std::ofstream("/proc/self/clear_refs") << 5; }

TEST_CASE("a file that is cut off anywhere is refused") {
  const std::string plain = counting_idx({7, 5, 3});
  for (const auto& bytes : {plain, gzipped(plain)}) {
    CHECK(problem_with(bytes, 3) == "read");
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      REQUIRE(problem_with(std::string_view(bytes).substr(0, size), 3) != "read");
    }
  }
}

TEST_CASE("gzip data with one bit changed are refused, or read the same") {
  const core::TemporaryFolder folder;
  const std::string plain = counting_idx({7, 5, 3});
  const std::string bytes = gzipped(plain);
  int same = 0;
  // The first ten bytes are gzip's own header: time and system do not matter to the contents.
  for (std::size_t bit = 80; bit < 8 * bytes.size(); ++bit) {
    std::string changed = bytes;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
    write_bytes(folder / "set", changed);
    const auto idx = read_idx(folder / "set", 3);
    if (!idx.has_value()) continue;
    REQUIRE(std::equal(plain.begin() + 16, plain.end(), idx->bytes.get(),
                       [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; }));
    ++same;
  }
  CHECK(same < 8);  // the bits that fill the last byte
}

TEST_CASE("a file too short names shape, need and what is there") {
  const std::string header = idx_header({59999, 28, 28});
  CHECK_THAT(problem_with(header + std::string(1000, 'x'), 3),
             EndsWith("set: 59999 × 28 × 28 needs 47039216 bytes after the header, the file has "
                      "1000"));
  CHECK_THAT(problem_with(gzipped(header), 3),
             Contains("59999 × 28 × 28 needs 47039216 bytes, its gzip data can hold at most"));
  CHECK_THAT(problem_with(gzipped(idx_header({9, 9}) + "12345"), 2),
             EndsWith("9 × 9 needs 81 bytes after the header, the file has 5"));
}

TEST_CASE("sizes that are zero, negative in C, huge or overflow are refused") {
  CHECK_THAT(problem_with(idx_header({0}), 1), Contains("announces 0 bytes; allowed: sizes of 1"));
  CHECK_THAT(problem_with(idx_header({3, 0, 2}), 3), Contains("3 × 0 × 2"));
  CHECK_THAT(problem_with(idx_header({0x80000000U}), 1), Contains("1 to 2147483647"));
  const auto most = 0x7fffffffU;
  CHECK_THAT(problem_with(idx_header({most, most, most, most}), 4), Contains("up to 4294967296"));
  // 2^64 + 4 in all: what a product without a check would take for 4.
  CHECK_THAT(problem_with(idx_header({0x40000000U, 0x40000000U, 16, 1}) + "1234", 4),
             Contains("up to 4294967296"));
}

TEST_CASE("a first word that is none of ours is shown") {
  CHECK_THAT(problem_with(std::string("\0\0\x0d\x03", 4) + std::string(12, '\1'), 3),
             EndsWith("begins with 00 00 0d 03; an IDX file of unsigned bytes with 3 dimensions "
                      "begins with 00 00 08 03"));
  CHECK_THAT(problem_with(counting_idx({9, 9}), 1),
             Contains("1 dimension begins with 00 00 08 01"));
  CHECK_THAT(problem_with("\x89PNG\r\n\x1a\n", 1), Contains("begins with 89 50 4e 47"));
  CHECK_THAT(problem_with("", 1), EndsWith("0 bytes are no IDX header, which has 8"));
}

TEST_CASE("bytes after the end are refused") {
  const std::string plain = counting_idx({6});
  CHECK_THAT(problem_with(plain + "x", 1), Contains("goes on after the 6 bytes"));
  CHECK_THAT(problem_with(gzipped(plain + "x"), 1), Contains("goes on after the 6 bytes"));
  CHECK_THAT(problem_with(gzipped(plain) + gzipped("x"), 1), Contains("goes on after the 6 bytes"));
  CHECK_THAT(problem_with(gzipped(plain) + "garbage", 1), Contains("bytes after its end"));
}

TEST_CASE("folders, pipes, devices, missing and forbidden files are refused without waiting") {
  const core::TemporaryFolder folder;
  CHECK_THAT(problem_at(folder.path(), 1), EndsWith("not a regular file"));
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK_THAT(problem_at(folder / "pipe", 1), EndsWith("not a regular file"));
  CHECK_THAT(problem_at("/dev/zero", 1), EndsWith("not a regular file"));
  CHECK_THAT(problem_at(folder / "none", 1), EndsWith("No such file or directory"));
  REQUIRE(::symlink("loop", (folder / "loop").c_str()) == 0);
  CHECK_THAT(problem_at(folder / "loop", 1), Contains("symbolic links"));
}

TEST_CASE("a name cannot act on the terminal") {
  const auto idx = read_idx("/nonexistent/\x1b[2J\nset", 1);
  REQUIRE_FALSE(idx.has_value());
  CHECK(idx.error().message ==
        core::printable("/nonexistent/\x1b[2J\nset") + ": No such file or directory");
}

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kMeasured = false;  // its shadow memory is an eighth of what is asked for
#else
constexpr bool kMeasured = true;
#endif

TEST_CASE("hostile files take less than 0.1 s of the processor and 64 MiB") {
  const core::TemporaryFolder folder;
  // A bomb: 256 MiB of zeros in 266 kB behind a header that announces 10.
  std::string bomb = gzipped(idx_header({10}));
  const std::string zeros = gzipped(std::string(std::size_t{1} << 20, '\0'));
  for (int i = 0; i < 256; ++i) bomb += zeros;
  write_bytes(folder / "bomb", bomb);
  // Announces what its 4 MB could hold at most, and is noise.
  write_bytes(folder / "lies", gzipped(idx_header({4'000'000, 1000}) + std::string(100, 'x')) +
                                   std::string(4'000'000, 'n'));
  // A file of 1 TiB without contents.
  write_bytes(folder / "holes", idx_header({2'000'000'000, 540}));
  std::filesystem::resize_file(folder / "holes", std::uintmax_t{1} << 40);
  CHECK_THAT(problem_at(folder / "holes", 2), Contains("allowed: up to 4294967296"));

  for (const char* name : {"bomb", "lies", "holes"}) {
    reset_peak();
    const auto before = peak_bytes();
    const auto began = std::clock();
    CHECK(problem_at(folder / name, name == std::string("bomb") ? 1 : 2) != "read");
    if (!kMeasured) continue;
    CHECK(std::clock() - began < CLOCKS_PER_SEC / 10);
    CHECK(peak_bytes() - before < (std::int64_t{64} << 20));
  }
}

}  // namespace
}  // namespace lrsweep::trainer
