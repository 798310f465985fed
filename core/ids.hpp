// Every id is its own type, so that a run's id cannot be passed where a sweep's is meant.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace lrsweep::core {

template <class Tag>
struct Id {
  std::int64_t value = 0;
  friend auto operator<=>(const Id&, const Id&) = default;
};

// Row keys of the database. Given out by the scheduler (the only writer), from 1.
using SweepId = Id<struct SweepTag>;
using TrialId = Id<struct TrialTag>;
using RunId = Id<struct RunTag>;

// A run within its sweep: which training of which point. `trial` is the trial's number, its place
// in the search from 0; `repeat` and `fold` count from 0 (fold 0 is the only one without folds).
struct RunKey {
  std::int64_t trial = 0;
  int repeat = 0;
  int fold = 0;
  friend auto operator<=>(const RunKey&, const RunKey&) = default;
};

}  // namespace lrsweep::core

template <class Tag>
struct std::hash<lrsweep::core::Id<Tag>> {
  std::size_t operator()(const lrsweep::core::Id<Tag>& id) const noexcept {
    return std::hash<std::int64_t>{}(id.value);
  }
};
