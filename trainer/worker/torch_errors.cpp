#include "trainer/worker/torch_errors.hpp"

#include <c10/util/Exception.h>

#include <new>
#include <string_view>

namespace lrsweep::trainer {
namespace {

using core::Cause;

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string text_of(const std::exception& problem) {
  const auto* error = dynamic_cast<const c10::Error*>(&problem);
  std::string text = error != nullptr ? error->what_without_backtrace() : problem.what();
  return text.substr(0, text.find('\n'));
}

Cause cause_of(const std::exception& problem, std::string_view text) {
  if (dynamic_cast<const std::bad_alloc*>(&problem) != nullptr) return Cause::kOomHost;
  if (contains(text, "DefaultCPUAllocator")) return Cause::kOomHost;
  if (dynamic_cast<const c10::OutOfMemoryError*>(&problem) != nullptr) return Cause::kOomDevice;
  if (contains(text, "CUDA error: out of memory")) return Cause::kOomDevice;
  if (dynamic_cast<const c10::DistError*>(&problem) != nullptr) return Cause::kNccl;
  if (contains(text, "NCCL") || contains(text, "gloo")) return Cause::kNccl;
  if (dynamic_cast<const c10::ValueError*>(&problem) != nullptr) return Cause::kConfig;
  return Cause::kExitCode;
}

}  // namespace

WorkerFailure failure_from(const std::exception& problem) {
  std::string text = text_of(problem);
  const Cause cause = cause_of(problem, text);
  return {cause, std::move(text)};
}

WorkerFailure failure_from(const core::Error& error) {
  switch (error.kind) {
    case core::ErrorKind::kData:
      return {Cause::kData, error.message};
    case core::ErrorKind::kUsage:
    case core::ErrorKind::kNoDevice:
      return {Cause::kConfig, error.message};
    default:
      return {Cause::kExitCode, error.message};
  }
}

}  // namespace lrsweep::trainer
