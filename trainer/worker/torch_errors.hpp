// The one boundary at which the library's exceptions stop.
#pragma once

#include <exception>
#include <string>

#include "core/result.hpp"
#include "core/words.hpp"

namespace lrsweep::trainer {

struct WorkerFailure {
  core::Cause cause = core::Cause::kConfig;
  std::string message;  // one line
};

// Out of memory → oom_device or oom_host; a collective → nccl; a value the library refuses →
// config; anything else → exit_code.
[[nodiscard]] WorkerFailure failure_from(const std::exception& problem);

// kData → data; kUsage and kNoDevice → config; anything else → exit_code.
[[nodiscard]] WorkerFailure failure_from(const core::Error& error);

}  // namespace lrsweep::trainer
