// Values of keys whose default depends on other keys: what a null stands for.
#pragma once

#include <cstdint>
#include <vector>

#include "core/spec.hpp"

namespace lrsweep::core {

// Ends of a range test's ladder: 1e-6 … 10 for sgd, 1e-7 … 1 for the Adam family.
[[nodiscard]] double range_test_min_lr(const Spec& spec);
[[nodiscard]] double range_test_max_lr(const Spec& spec);

// sgd: 0.9.
[[nodiscard]] double momentum(const Spec& spec);

// 5e-4 for sgd, 1e-2 for adamw.
[[nodiscard]] double weight_decay(const Spec& spec);

// Widths of the hidden layers: [64] for cnn, [128] for mlp.
[[nodiscard]] std::vector<std::int64_t> hidden(const Spec& spec);

}  // namespace lrsweep::core
