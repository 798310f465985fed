// Aborts when something that only a bug can break is broken; in every build, not only in debug.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace lrsweep::core {

[[noreturn]] inline void check_failed(const char* condition, const char* file, int line,
                                      const char* why) {
  std::fprintf(stderr, "lrsweep: bug: %s:%d: %s (%s)\n", file, line, why, condition);
  std::abort();
}

}  // namespace lrsweep::core

// LRSWEEP_CHECK(rank < world, "a rank outside its group");
#define LRSWEEP_CHECK(condition, why) \
  ((condition) ? static_cast<void>(0) \
               : ::lrsweep::core::check_failed(#condition, __FILE__, __LINE__, why))
