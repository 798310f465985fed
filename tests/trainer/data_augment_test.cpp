#include "trainer/data/augment.hpp"

#include <ATen/ATen.h>

#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <vector>

#include "data_support.hpp"

namespace lrsweep::trainer {
namespace {

// No two of its shifts or mirror images are the same.
at::Tensor images(std::int64_t count, c10::ScalarType type = at::kByte) {
  return (at::arange(count * 2 * 32 * 24, at::kLong) * 131)
      .remainder(251)
      .add(1)
      .to(type)
      .view({count, 2, 32, 24});
}

// The image shifted down and right, then mirrored: by padding and cutting, as RandomCrop does.
at::Tensor changed(const at::Tensor& image, std::int64_t down, std::int64_t right, bool mirrored) {
  const auto padded = at::constant_pad_nd(image, {3, 3, 4, 4});
  const auto cut = padded.narrow(1, 4 - down, 32).narrow(2, 3 - right, 24);
  return mirrored ? cut.flip({2}) : cut;
}

using Change = std::array<std::int64_t, 3>;

// Which change of `before` the image after is.
Change change_of(const at::Tensor& before, const at::Tensor& after, std::int64_t rows,
                 std::int64_t columns) {
  for (auto down = -rows; down <= rows; ++down) {
    for (auto right = -columns; right <= columns; ++right) {
      for (const std::int64_t mirrored : {0, 1}) {
        if (changed(before, down, right, mirrored == 1).equal(after))
          return {down, right, mirrored};
      }
    }
  }
  FAIL("no shift and mirror image of the image before");
  return {};
}

TEST_CASE("flip mirrors about half of the images, whole, and changes nothing else") {
  const auto before = images(200);
  const auto after = Augmentation("flip", 5).apply(before, 3, 0, 200);
  CHECK(after.scalar_type() == at::kByte);
  std::int64_t mirrored = 0;
  for (int i = 0; i < 200; ++i) mirrored += change_of(before[i], after[i], 0, 0)[2];
  CHECK(mirrored > 70);
  CHECK(mirrored < 130);
}

TEST_CASE("crop_flip shifts by up to an eighth of each side, zeros coming in, and mirrors") {
  const auto before = images(150);
  const auto after = Augmentation("crop_flip", 5).apply(before, 3, 0, 150);
  std::array<std::map<std::int64_t, int>, 3> seen;
  for (int i = 0; i < 150; ++i) {
    const auto change = change_of(before[i], after[i], 4, 3);
    for (std::size_t k = 0; k < 3; ++k) ++seen[k][change[k]];
  }
  CHECK(seen[0].size() == 9);
  CHECK(seen[1].size() == 7);
  CHECK(seen[2].size() == 2);
  for (const auto& counts : seen) {
    for (const auto& [value, count] : counts) CHECK(count > 3);
  }
}

TEST_CASE("numbers of other types are changed alike, and keep their type") {
  const Augmentation augmentation("crop_flip", 5);
  const auto bytes = augmentation.apply(images(20), 0, 0, 20);
  const auto floats = augmentation.apply(images(20, at::kFloat), 0, 0, 20);
  CHECK(floats.scalar_type() == at::kFloat);
  CHECK(floats.equal(bytes.to(at::kFloat)));
}

TEST_CASE("shards of a batch see what the whole batch would") {
  const auto before = images(10);
  const Augmentation augmentation("crop_flip", 5);
  const auto whole = augmentation.apply(before, 7, 0, 10);
  const auto first = augmentation.apply(before.narrow(0, 0, 4), 7, 0, 10);
  const auto second = augmentation.apply(before.narrow(0, 4, 6), 7, 4, 10);
  CHECK(at::cat({first, second}).equal(whole));
}

TEST_CASE("each update and each seed changes images anew, and the same ones alike") {
  const auto before = images(10);
  const auto once = Augmentation("crop_flip", 5).apply(before, 7, 0, 10);
  CHECK(Augmentation("crop_flip", 5).apply(before, 7, 0, 10).equal(once));
  CHECK_FALSE(Augmentation("crop_flip", 5).apply(before, 8, 0, 10).equal(once));
  CHECK_FALSE(Augmentation("crop_flip", 6).apply(before, 7, 0, 10).equal(once));
}

TEST_CASE("none changes nothing, and small images are mirrored only") {
  const auto before = images(10);
  const Augmentation nothing("none", 5);
  CHECK(nothing.none());
  CHECK_FALSE(Augmentation("flip", 5).none());
  CHECK(nothing.apply(before, 0, 0, 10).is_same(before));
  const auto small = at::arange(70, at::kByte).view({10, 1, 7, 1});
  CHECK(Augmentation("crop_flip", 5).apply(small, 0, 0, 10).equal(small));
}

}  // namespace
}  // namespace lrsweep::trainer
