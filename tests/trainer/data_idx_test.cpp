#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "make_idx.hpp"
#include "tests/support/temporary_folder.hpp"
#include "trainer/data/idx_file.hpp"

namespace lrsweep::trainer {
namespace {

using Shape = std::vector<std::int64_t>;

core::Result<IdxFile> read_from(std::string_view bytes, int dimensions) {
  const core::TemporaryFolder folder;
  write_bytes(folder / "set", bytes);
  return read_idx(folder / "set", dimensions);
}

std::vector<int> contents(const IdxFile& idx) {
  return {idx.bytes.get(), idx.bytes.get() + idx.size};
}

TEST_CASE("an IDX file of 1 to 4 dimensions is read, gzipped or not") {
  const std::vector<std::vector<std::uint32_t>> shapes{{5}, {2, 3}, {4, 3, 2}, {300, 2, 1, 3}};
  for (const auto& shape : shapes) {
    const std::string plain = counting_idx(shape);
    for (const auto& bytes : {plain, gzipped(plain)}) {
      const auto idx = read_from(bytes, static_cast<int>(shape.size()));
      REQUIRE(idx.has_value());
      CHECK(idx->shape == Shape(shape.begin(), shape.end()));
      const auto seen = contents(*idx);
      CHECK(seen.size() == plain.size() - 4 - 4 * shape.size());
      for (std::size_t i = 0; i < seen.size(); ++i) REQUIRE(seen[i] == static_cast<int>(i % 251));
    }
  }
}

TEST_CASE("bytes of 128 and more come out as they are, sizes of more than a byte too") {
  const auto idx = read_from(idx_header({1, 258}) + std::string(258, '\xff'), 2);
  REQUIRE(idx.has_value());
  CHECK(idx->shape == Shape{1, 258});
  CHECK(contents(*idx) == std::vector<int>(258, 255));
}

TEST_CASE("gzip files that were joined read as one") {
  const std::string whole = counting_idx({400});
  const auto idx = read_from(gzipped(whole.substr(0, 6)) + gzipped(whole.substr(6)), 1);
  REQUIRE(idx.has_value());
  CHECK(contents(*idx).back() == 399 % 251);
}

}  // namespace
}  // namespace lrsweep::trainer
