// Random seeds: a run's results depend on (train.seed, repeat) and on what each stream is used for,
// never on order, parallelism or devices.
//
// Mixing is SplitMix64's finaliser (Steele, Lea, Flood: "Fast splittable pseudorandom number
// generators", OOPSLA 2014), applied to each part in turn.
#pragma once

#include <cstdint>

namespace lrsweep::core {

enum class SeedUse : std::uint64_t {
  kInit = 1,
  kShuffle = 2,
  kAugment = 3,
  kDropout = 4,
  kProbe = 5
};

// Seed of every run of this repeat (the same for all trials and folds: common random numbers).
// In [0, 2^53), so that JSON readers that use doubles keep it exact.
[[nodiscard]] std::int64_t run_seed(std::int64_t train_seed, int repeat);

// Seed of one stream within a run. `rank` is 0 for streams that all ranks share (init, shuffle).
[[nodiscard]] std::uint64_t stream_seed(std::int64_t run_seed, SeedUse use, int rank = 0);

// Seed of one epoch (or update) within a stream that begins anew at each.
[[nodiscard]] std::uint64_t part_seed(std::uint64_t stream_seed, std::int64_t part);

}  // namespace lrsweep::core
