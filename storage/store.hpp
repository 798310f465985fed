// The seam between the scheduler and the database: rows go in, durability comes back.
//
// One real implementation (sqlite_store.hpp) and one fake (tests/support/memory_store.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/records.hpp"
#include "core/result.hpp"

namespace lrsweep::storage {

// Place of a write in the order of writes, from 1.
using Sequence = std::uint64_t;

// Rows are applied in the order they were given, and committed in groups within 50 ms. append()
// never waits for the disk. All of it may be called from one thread only (the event loop's).
class Store {
 public:
  virtual ~Store() = default;

  // Queues rows; returns the sequence of the last one.
  virtual Sequence append(std::vector<core::Write> writes) = 0;

  // Called with the highest sequence that is durable (or with the kStorage error that ended all
  // writing: disk full, I/O error) after each commit, from a thread of the store's own. The
  // receiver posts to its own loop.
  using DurableHandler = std::function<void(core::Result<Sequence>)>;
  virtual void on_durable(DurableHandler handler) = 0;

  // Waits until everything appended is durable. The error is the one on_durable() got.
  virtual core::Result<void> flush() = 0;
};

}  // namespace lrsweep::storage
