#include "training_support.hpp"

#include <ATen/ATen.h>

#include <catch2/catch.hpp>

#include "trainer/data/normalization.hpp"

namespace lrsweep::trainer {

core::Spec spec_with(const std::vector<std::pair<std::string, std::string>>& settings) {
  core::SpecBuilder builder;
  for (const auto& [key, value] : settings) builder.set(key, value, "--set");
  const auto spec = builder.build();
  REQUIRE(spec.has_value());
  return *spec;
}

Batch golden_batch(std::int64_t update) {
  const at::Tensor i = at::arange(kBatch, at::kLong).view({-1, 1}) + update * kBatch;
  const at::Tensor j = at::arange(kSide * kSide, at::kLong).view({1, -1});
  const at::Tensor pixels =
      (i * 31 + j * 17 + (i * j).remainder(101) + i.remainder(10) * 13 * j.remainder(7))
          .remainder(256)
          .to(at::kByte)
          .view({kBatch, 1, kSide, kSide});
  const Normalization scale{at::full({1, 1, 1, 1}, 127.5), at::full({1, 1, 1, 1}, 64.0)};
  return {normalized(pixels, scale),
          (at::arange(kBatch, at::kLong) + update * kBatch).remainder(10)};
}

}  // namespace lrsweep::trainer
