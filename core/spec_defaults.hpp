// Values of keys whose default depends on other keys: what a null stands for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/spec.hpp"

namespace lrsweep::core {

// Ends of a range test's ladder: 1e-6 … 10 for sgd and adagrad, 1e-7 … 1 for the others, whose
// updates have the size of the rate.
[[nodiscard]] double range_test_min_lr(const Spec& spec);
[[nodiscard]] double range_test_max_lr(const Spec& spec);

// The optimizer's usual constants, where the spec has null.
[[nodiscard]] double lr(const Spec& spec);            // sgd 0.1, lion 1e-4, adagrad 0.01, else 1e-3
[[nodiscard]] double momentum(const Spec& spec);      // sgd 0.9, else 0
[[nodiscard]] double weight_decay(const Spec& spec);  // sgd 5e-4; adamw, lamb, lion 1e-2; else 0
[[nodiscard]] double beta1(const Spec& spec);         // 0.9
[[nodiscard]] double beta2(const Spec& spec);         // lion 0.99, else 0.999
[[nodiscard]] double eps(const Spec& spec);           // adagrad 1e-10, lamb 1e-6, else 1e-8

// Widths of the hidden layers: [64] for cnn, [128] for mlp.
[[nodiscard]] std::vector<std::int64_t> hidden(const Spec& spec);
// "batch" for resnet18, "layer" for vit, else "none".
[[nodiscard]] std::string norm(const Spec& spec);
// resnet18 64, vit 192.
[[nodiscard]] std::int64_t width(const Spec& spec);

// Share of the training samples that is held out: 0.1, and none with train.final.
[[nodiscard]] double validation_share(const Spec& spec);

}  // namespace lrsweep::core
