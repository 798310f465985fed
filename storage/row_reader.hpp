// Tables into rows: the queries behind a Snapshot. Used inside a transaction of the caller's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/records.hpp"
#include "core/result.hpp"
#include "storage/sqlite.hpp"

namespace lrsweep::storage {

// The sweeps that `tail` ("WHERE id = 7", "ORDER BY id DESC") selects.
[[nodiscard]] core::Result<std::vector<core::SweepRecord>> read_sweeps(const Database& database,
                                                                       std::string_view tail);

// Everything of one sweep but `generated_utc`.
[[nodiscard]] core::Result<core::Snapshot> read_snapshot(const Database& database,
                                                         core::SweepRecord sweep);

}  // namespace lrsweep::storage
