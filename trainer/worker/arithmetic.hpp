// How the library computes from now on: settings that it keeps for the whole process.
#pragma once

#include <c10/core/Device.h>

#include "core/spec.hpp"

namespace lrsweep::trainer {

// train.deterministic (on by itself on CPUs) and train.precision tf32. Each run sets both, so that
// nothing is left of the run before.
void set_arithmetic(const core::Spec& spec, c10::Device device);

}  // namespace lrsweep::trainer
