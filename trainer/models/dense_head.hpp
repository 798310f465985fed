// A stack of linear layers, ReLU and dropout after each but the last: the whole of an mlp, and the
// end of other models.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/spec.hpp"
#include "trainer/models/layers.hpp"

namespace lrsweep::trainer {

struct HeadOptions {
  std::vector<std::int64_t> hidden;
  double dropout = 0;
};

// model.hidden (or the model's own default) and model.dropout.
[[nodiscard]] HeadOptions head_options(const core::Spec& spec);

class DenseHead {
 public:
  using Add = std::function<at::Tensor(std::string name, const at::Tensor& values)>;

  DenseHead(HeadOptions options, c10::Device device, std::uint64_t dropout_seed);
  // Draws the weights; `add` registers each and returns the leaf to be used.
  void build(std::int64_t inputs, std::int64_t outputs, at::Generator& generator, const Add& add);

  // [n, inputs] → [n, outputs].
  [[nodiscard]] at::Tensor forward(at::Tensor values, bool training);

 private:
  std::vector<std::int64_t> hidden_;
  Dropout dropout_;
  std::vector<Weights> layers_;
};

}  // namespace lrsweep::trainer
