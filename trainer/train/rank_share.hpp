// Which part of a global batch a rank computes.
#pragma once

#include <algorithm>
#include <cstdint>

#include "trainer/rank_group.hpp"

namespace lrsweep::trainer {

struct RankShare {
  std::int64_t begin = 0;  // within the batch
  std::int64_t count = 0;  // samples, >= 1
  double weight = 1;       // of the mean loss here: samples here / mean samples of a rank
};

// Parts differ by one sample at most. A rank without a sample computes one that weighs nothing, so
// that collectives find all ranks there.
[[nodiscard]] inline RankShare share_of(std::int64_t total, const RankGroup& group) {
  const auto world = std::int64_t{group.world()};
  const auto begin = total * group.rank() / world;
  const auto count = total * (group.rank() + 1) / world - begin;
  return {std::min(begin, total - 1), std::max<std::int64_t>(count, 1),
          static_cast<double>(count * world) / static_cast<double>(total)};
}

}  // namespace lrsweep::trainer
