// Optimizers by name: a new one is a file pair and a line in registry.cpp (and its name in the
// spec's table).
#pragma once

#include <memory>
#include <vector>

#include "core/result.hpp"
#include "core/spec.hpp"
#include "trainer/optimizers/optimizer.hpp"

namespace lrsweep::trainer {

// The optimizer that optimizer.name names, over these parameters (at least one), with
// optimizer.weight_decay; with optimizer.no_decay none on parameters of one dimension or less,
// which are biases and the weights of normalisations.
[[nodiscard]] core::Result<std::unique_ptr<Optimizer>> make_optimizer(
    const core::Spec& spec, std::vector<at::Tensor> parameters);

}  // namespace lrsweep::trainer
