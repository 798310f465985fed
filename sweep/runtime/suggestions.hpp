// A finished range test's curves, as stored, turned into rows of `suggestions`.
#pragma once

#include <vector>

#include "core/records.hpp"

namespace lrsweep::sweep {

// Ours ("lrsweep") and each peer's ("fastai.valley", "lightning", …; the median in log rate of the
// seeds that have one). Looks at complete runs only; empty where there is none.
[[nodiscard]] std::vector<core::SuggestionRecord> suggest_from(const core::Snapshot& snapshot);

}  // namespace lrsweep::sweep
