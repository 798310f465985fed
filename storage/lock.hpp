// The writer's lock, OUT/lrsweep.lock: held by flock, so that a dead owner frees it.
#pragma once

#include <filesystem>

#include "core/result.hpp"

namespace lrsweep::storage {

class Lock {
 public:
  // kStorage at once where another process holds it, with its pid and host. The file stays when
  // the lock is freed: removing it would let two owners hold two files of one name.
  [[nodiscard]] static core::Result<Lock> take(const std::filesystem::path& out);
  Lock(Lock&& other) noexcept;
  Lock& operator=(Lock&& other) noexcept;
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  ~Lock();

 private:
  explicit Lock(int fd) : fd_(fd) {}
  int fd_;
};

}  // namespace lrsweep::storage
