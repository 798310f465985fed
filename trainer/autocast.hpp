// Switches automatic mixed precision on for a scope.
#pragma once

#include <c10/core/DeviceType.h>
#include <c10/core/ScalarType.h>

namespace lrsweep::trainer {

// While it lives, matrix products and convolutions on that kind of device are computed in `type`
// (bfloat16 or half); weights cast for them are kept until it ends. Does nothing for float. Per
// thread.
class AutocastScope {
 public:
  AutocastScope(c10::ScalarType type, c10::DeviceType device);
  ~AutocastScope();
  AutocastScope(const AutocastScope&) = delete;
  AutocastScope& operator=(const AutocastScope&) = delete;

 private:
  bool on_;
  c10::DeviceType device_;
};

}  // namespace lrsweep::trainer
