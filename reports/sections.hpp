// The sections of the report, one function and one file each; make_report() puts them together.
// docs/report.md says what every field means. Errors: a column that is not JSON (kStorage).
#pragma once

#include "core/json.hpp"
#include "core/records.hpp"
#include "reports/analysis.hpp"

namespace lrsweep::reports {

[[nodiscard]] core::Result<core::Json> sweep_section(const core::Snapshot& snapshot);
[[nodiscard]] core::Json suggestion_section(const Analysis& analysis);
[[nodiscard]] core::Json curves_section(const Analysis& analysis);
[[nodiscard]] core::Result<core::Json> trials_section(const core::Snapshot& snapshot);
[[nodiscard]] core::Result<core::Json> events_section(const core::Snapshot& snapshot);

// What a reader must know before trusting the numbers, as sentences: runs that are missing or
// failed.
[[nodiscard]] core::Json notes_section(const core::Snapshot& snapshot, const Analysis& analysis);

// {"fastai": {"valley": …}, "lightning": {"lr": …}, …}; null where a tool gives no rate.
[[nodiscard]] core::Json peers_object(const std::vector<finders::PeerSuggestion>& peers);

}  // namespace lrsweep::reports
