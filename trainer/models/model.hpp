// What the train loop knows of a model.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <string>
#include <vector>

namespace lrsweep::trainer {

// A batch's images are float32 [n, channels, height, width]; the answer is logits [n, classes].
struct ModelShape {
  std::int64_t channels = 1;
  std::int64_t height = 0;
  std::int64_t width = 0;
  std::int64_t classes = 0;
};

// A model's own streams of random numbers.
struct ModelSeeds {
  std::uint64_t init = 0;     // shared by all ranks
  std::uint64_t dropout = 0;  // each rank its own
};

class Model {
 public:
  virtual ~Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  [[nodiscard]] virtual at::Tensor forward(const at::Tensor& images) = 0;

  // Whether dropout drops; true at first.
  void train(bool on) { training_ = on; }

  // Leaves with requires_grad, float32, in the order of construction; names are unique within the
  // model ("conv0.weight"). Shape [p] each.
  [[nodiscard]] const std::vector<at::Tensor>& parameters() const { return parameters_; }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] std::int64_t parameter_count() const;

 protected:
  Model() = default;
  [[nodiscard]] bool training() const { return training_; }
  // Makes it a leaf, and one of parameters().
  at::Tensor add_parameter(std::string name, at::Tensor values);

 private:
  std::vector<at::Tensor> parameters_;
  std::vector<std::string> names_;
  bool training_ = true;
};

}  // namespace lrsweep::trainer
