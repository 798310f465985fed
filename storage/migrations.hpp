// The schema of OUT/sweeps.db and how an older file becomes a newer one.
#pragma once

#include <cstdint>
#include <string>

#include "core/result.hpp"
#include "storage/sqlite.hpp"

namespace lrsweep::storage {

inline constexpr std::int64_t kApplicationId = 0x6c727377;  // "lrsw"
inline constexpr std::int64_t kSchemaVersion = 1;

// kStorage where `database` is another program's or of a newer schema. `file` is for the message.
// True: it has a schema of ours. False: it is empty.
[[nodiscard]] core::Result<bool> recognize(const Database& database, const std::string& file);

// Brings an empty or older database to kSchemaVersion in one transaction.
[[nodiscard]] core::Result<void> migrate(Database& database);

}  // namespace lrsweep::storage
