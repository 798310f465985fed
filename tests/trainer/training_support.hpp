// Specs and batches for the tests of training. The batches follow from formulas that
// make_training_golden.py has too.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/spec.hpp"
#include "trainer/models/model.hpp"
#include "trainer/train/train_step.hpp"

namespace lrsweep::trainer {

inline constexpr std::int64_t kSide = 12;
inline constexpr std::int64_t kBatch = 32;
inline constexpr ModelShape kShape{1, kSide, kSide, 10};

[[nodiscard]] core::Spec spec_with(
    const std::vector<std::pair<std::string, std::string>>& settings);

// float32 images [32, 1, 12, 12] and labels [32] of that update.
[[nodiscard]] Batch golden_batch(std::int64_t update);

}  // namespace lrsweep::trainer
