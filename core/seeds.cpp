#include "core/seeds.hpp"

namespace lrsweep::core {
namespace {

std::uint64_t mix(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15U;
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31U);
}

}  // namespace

std::int64_t run_seed(std::int64_t train_seed, int repeat) {
  const std::uint64_t mixed =
      mix(mix(static_cast<std::uint64_t>(train_seed)) ^ static_cast<std::uint64_t>(repeat));
  return static_cast<std::int64_t>(mixed >> 11U);
}

std::uint64_t stream_seed(std::int64_t run_seed, SeedUse use, int rank) {
  const auto base = mix(static_cast<std::uint64_t>(run_seed)) ^ static_cast<std::uint64_t>(use);
  return mix(mix(base) ^ static_cast<std::uint64_t>(rank));
}

std::uint64_t part_seed(std::uint64_t stream_seed, std::int64_t part) {
  const auto base = mix(stream_seed >> 1U) ^ static_cast<std::uint64_t>(SeedUse::kShuffle);
  return mix(mix(base) ^ static_cast<std::uint64_t>(part));
}

}  // namespace lrsweep::core
