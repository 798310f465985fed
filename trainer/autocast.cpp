#include "trainer/autocast.hpp"

#include <ATen/autocast_mode.h>

namespace lrsweep::trainer {

AutocastScope::AutocastScope(bool on, c10::DeviceType device) : on_(on), device_(device) {
  if (!on_) return;
  at::autocast::set_autocast_dtype(device_, at::kBFloat16);
  at::autocast::set_autocast_enabled(device_, true);
}

AutocastScope::~AutocastScope() {
  if (!on_) return;
  at::autocast::clear_cache();
  at::autocast::set_autocast_enabled(device_, false);
}

}  // namespace lrsweep::trainer
