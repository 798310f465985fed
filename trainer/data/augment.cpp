#include "trainer/data/augment.hpp"

#include <ATen/ATen.h>

#include <random>

#include "core/check.hpp"
#include "core/seeds.hpp"
#include "trainer/data/residency.hpp"

namespace lrsweep::trainer {
namespace {

constexpr std::int64_t kShare = 8;  // of a side, at most, an image is shifted by

// In [−most, most], and nothing but the generator's own numbers, which the standard fixes.
std::int64_t shift(std::mt19937_64& generator, std::int64_t most) {
  return static_cast<std::int64_t>(generator() % static_cast<std::uint64_t>(2 * most + 1)) - most;
}

// int64 [3, count, 1]: 1 where an image is mirrored, rows down, columns right. Three numbers an
// image are drawn from the beginning of the global batch on, so that they depend on the place
// alone.
at::Tensor draw(std::uint64_t seed, std::int64_t begin, std::int64_t count, std::int64_t rows,
                std::int64_t columns) {
  std::mt19937_64 generator(seed);
  generator.discard(static_cast<unsigned long long>(3 * begin));
  at::Tensor changes = at::empty({3, count, 1}, at::kLong);
  auto* values = changes.mutable_data_ptr<std::int64_t>();
  for (std::int64_t i = 0; i < count; ++i) {
    values[i] = static_cast<std::int64_t>(generator() >> 63U);
    values[count + i] = shift(generator, rows);
    values[2 * count + i] = shift(generator, columns);
  }
  return changes;
}

// Which row (or column) each place of the new image takes, int64 [count, size]; `size`, which is a
// zero, where it lies outside.
at::Tensor sources(std::int64_t size, const at::Tensor& moved) {
  const at::Tensor from = at::arange(size, moved.options()).unsqueeze(0) - moved;
  return from.masked_fill(from.lt(0).logical_or_(from.ge(size)), size);
}

}  // namespace

Augmentation::Augmentation(std::string_view kind, std::uint64_t seed)
    : flips_(kind != "none"), crops_(kind == "crop_flip"), seed_(seed) {}

at::Tensor Augmentation::apply(const at::Tensor& inputs, std::int64_t update, std::int64_t begin,
                               std::int64_t total) const {
  const auto count = inputs.size(0);
  LRSWEEP_CHECK(begin >= 0 && begin + count <= total, "images outside the global batch");
  if (none()) return inputs;
  const auto height = inputs.size(2);
  const auto width = inputs.size(3);
  const at::Tensor changes = sent(draw(core::part_seed(seed_, update), begin, count,
                                       crops_ ? height / kShare : 0, crops_ ? width / kShare : 0),
                                  inputs.device());
  at::Tensor columns = sources(width, changes[2]);
  columns = at::where(changes[0].to(at::kBool), columns.flip({1}), columns);
  const at::Tensor rows = sources(height, changes[1]);
  // A border of zeros stands for everything outside; one gather reads all images.
  const at::Tensor padded = at::constant_pad_nd(inputs, {0, 1, 0, 1}).flatten(2);
  const at::Tensor place = (rows.unsqueeze(2) * (width + 1) + columns.unsqueeze(1))
                               .view({count, 1, height * width})
                               .expand({count, inputs.size(1), height * width});
  return padded.gather(2, place).view(inputs.sizes());
}

}  // namespace lrsweep::trainer
