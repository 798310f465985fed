#include "core/sweep_size.hpp"

namespace lrsweep::core {

int repeats_of(SweepKind kind, const Spec& spec) {
  if (kind == SweepKind::kRangeTest) return static_cast<int>(spec.integer("range_test.seeds"));
  return 1;
}

std::int64_t planned_runs(SweepKind kind, const Spec& spec) { return repeats_of(kind, spec); }

}  // namespace lrsweep::core
