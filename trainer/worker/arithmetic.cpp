#include "trainer/worker/arithmetic.hpp"

#include <ATen/Context.h>

namespace lrsweep::trainer {

void set_arithmetic(const core::Spec& spec, c10::Device device) {
  const bool deterministic =
      spec.has("train.deterministic") ? spec.flag("train.deterministic") : device.is_cpu();
  auto& context = at::globalContext();
  // An operation without a deterministic form says so in the log and goes on.
  context.setDeterministicAlgorithms(deterministic, /*warn_only=*/true);
  context.setDeterministicCuDNN(deterministic);
  context.setBenchmarkCuDNN(!deterministic);
  const bool tf32 = spec.text("train.precision") == "tf32";
  context.setAllowTF32CuBLAS(tf32);
  context.setAllowTF32CuDNN(tf32);
}

}  // namespace lrsweep::trainer
