// A stack of linear layers; after each but the last normalisation, activation and dropout: the
// whole of an mlp, and the end of other models.
#pragma once

#include <cstdint>
#include <vector>

#include "core/spec.hpp"
#include "trainer/models/builder.hpp"

namespace lrsweep::trainer {

class DenseHead {
 public:
  // model.hidden (or the model's own default), .norm, .activation, .dropout. Layers are named
  // linear0, linear1, …, norms norm_linear0, ….
  DenseHead(const core::Spec& spec, std::int64_t inputs, std::int64_t outputs,
            ModelBuilder& builder);

  // [n, inputs] → [n, outputs].
  [[nodiscard]] at::Tensor forward(at::Tensor values, bool training);

 private:
  std::vector<Linear> layers_;
  std::vector<Norm> norms_;
  Activation activation_;
  Dropout dropout_;
};

}  // namespace lrsweep::trainer
