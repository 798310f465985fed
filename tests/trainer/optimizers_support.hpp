// Two parameters, gradients and rates for the tests of optimizers, by the formulas that
// make_optimizers_golden.py has too.
#pragma once

#include <ATen/core/Tensor.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "trainer/optimizers/optimizer.hpp"

namespace lrsweep::trainer {

using Settings = std::vector<std::pair<std::string, std::string>>;

// Every optimizer, with decay of the weights and whatever else changes what it keeps.
[[nodiscard]] std::vector<Settings> all_optimizers();

[[nodiscard]] Settings with(Settings settings, const std::string& key, const std::string& value);

// An optimizer over float32 [3, 4] and [5].
struct Trained {
  explicit Trained(const Settings& settings);

  // Updates [begin, end), each with the gradients of its number and the parameters as they are.
  void run(int begin, int end, const at::Tensor& found_inf = {});
  // One whose gradients overflowed and which is to be skipped.
  void overflow();
  [[nodiscard]] std::vector<float> weights() const;

  std::vector<at::Tensor> parameters;
  std::unique_ptr<Optimizer> optimizer;
};

}  // namespace lrsweep::trainer
