// Keys of the section optimizer: optimizers and their constants.
#pragma once

#include <array>

#include "core/spec_table.hpp"

namespace lrsweep::core::keys {

using enum SpecType;

inline constexpr auto kOptimizer = std::to_array<SpecKey>({
    {.key = "optimizer.name",
     .type = kText,
     .default_json = R"("sgd")",
     .choices = "adagrad|adam|adamw|lamb|lion|rmsprop|sgd",
     .help = "Optimizer."},
    {.key = "optimizer.lr",
     .type = kNumber,
     .default_json = "null",
     .low = 0,
     .low_is_open = true,
     .nullable = true,
     .help = "Learning rate, the peak of the schedule; null is the optimizer's usual one; a range "
             "test tries its own rates and ignores it."},
    {.key = "optimizer.momentum",
     .type = kNumber,
     .default_json = "null",
     .low = 0,
     .high = 0.9999,
     .nullable = true,
     .help = "sgd, rmsprop: momentum; null is 0.9 for sgd, 0 for rmsprop."},
    {.key = "optimizer.nesterov",
     .type = kFlag,
     .default_json = "false",
     .help = "sgd only: Nesterov's momentum; needs momentum above 0."},
    {.key = "optimizer.dampening",
     .type = kNumber,
     .default_json = "0.0",
     .low = 0,
     .high = 1,
     .help = "sgd: share of a gradient that momentum leaves out."},
    {.key = "optimizer.beta1",
     .type = kNumber,
     .default_json = "null",
     .low = 0,
     .high = 0.9999,
     .nullable = true,
     .help = "adam, adamw, lamb, lion: decay of the mean of gradients; null is 0.9."},
    {.key = "optimizer.beta2",
     .type = kNumber,
     .default_json = "null",
     .low = 0,
     .high = 0.999999,
     .nullable = true,
     .help = "adam, adamw, lamb: decay of the mean of squared gradients, null is 0.999; lion: "
             "decay of its momentum, null is 0.99."},
    {.key = "optimizer.alpha",
     .type = kNumber,
     .default_json = "0.99",
     .low = 0,
     .high = 0.999999,
     .help = "rmsprop: decay of the mean of squared gradients."},
    {.key = "optimizer.eps",
     .type = kNumber,
     .default_json = "null",
     .low = 0,
     .low_is_open = true,
     .high = 1,
     .nullable = true,
     .help = "Added to the denominator; null is 1e-10 for adagrad, 1e-6 for lamb, else 1e-8."},
    {.key = "optimizer.weight_decay",
     .type = kNumber,
     .default_json = "null",
     .low = 0,
     .high = 10,
     .nullable = true,
     .help = "Weight decay; null is 5e-4 for sgd, 1e-2 for adamw, lamb and lion, 0 for others."},
    {.key = "optimizer.no_decay",
     .type = kFlag,
     .default_json = "false",
     .help = "Leave biases and the weights of normalisations out of weight decay."},
});

}  // namespace lrsweep::core::keys
