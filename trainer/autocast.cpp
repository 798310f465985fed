#include "trainer/autocast.hpp"

#include <ATen/autocast_mode.h>

namespace lrsweep::trainer {

AutocastScope::AutocastScope(c10::ScalarType type, c10::DeviceType device)
    : on_(type != c10::ScalarType::Float), device_(device) {
  if (!on_) return;
  at::autocast::set_autocast_dtype(device_, type);
  at::autocast::set_autocast_enabled(device_, true);
}

AutocastScope::~AutocastScope() {
  if (!on_) return;
  at::autocast::clear_cache();
  at::autocast::set_autocast_enabled(device_, false);
}

}  // namespace lrsweep::trainer
