// Shuffling that follows from a seed alone, the same with every version of every library.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace lrsweep::trainer {

// The numbers 0 … count-1 in random order, int64 [count], on the CPU: Fisher and Yates' shuffle
// (Durstenfeld's form, CACM 7/1964, algorithm 235) driven by std::mt19937_64, whose output the
// standard fixes; the standard's own distributions and torch's randperm may change.
[[nodiscard]] at::Tensor random_order(std::int64_t count, std::uint64_t seed);

}  // namespace lrsweep::trainer
