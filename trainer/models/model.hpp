// What the train loop knows of a model.
#pragma once

#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "trainer/models/norm.hpp"

namespace lrsweep::trainer {

// A batch's inputs are float32 [n, channels, height, width]; the answer is [n, outputs]: a logit of
// each class, or the number that is predicted.
struct ModelShape {
  std::int64_t channels = 1;
  std::int64_t height = 0;
  std::int64_t width = 0;
  std::int64_t outputs = 0;

  // Numbers of one sample.
  [[nodiscard]] std::int64_t inputs() const { return channels * height * width; }
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

  [[nodiscard]] virtual at::Tensor forward(const at::Tensor& inputs) = 0;

  // Whether dropout drops and batch normalisation learns; true at first.
  void train(bool on) { training_ = on; }

  // How its batch normalisations normalise while training, from now on.
  void use(BatchNormalize batch_normalize) { batch_normalize_ = std::move(batch_normalize); }

  // Before update t: what it draws (dropout) follows from the model's seed and t alone, so that a
  // run can go on at any update.
  void begin_update(std::int64_t t);

  // Leaves with requires_grad, float32, in the order of construction; names are unique within the
  // model ("conv0.weight"). Shape [p] each.
  [[nodiscard]] const std::vector<at::Tensor>& parameters() const { return parameters_; }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] std::int64_t parameter_count() const;

  // What forward() changes while training and reads in evaluation (running statistics): saved with
  // the parameters, trained by nobody.
  [[nodiscard]] const std::vector<at::Tensor>& buffers() const { return buffers_; }
  [[nodiscard]] const std::vector<std::string>& buffer_names() const { return buffer_names_; }

  // Of forward() for one sample: 2 for each multiply-add of convolutions, linear layers and
  // attention; normalisations and activations are not counted.
  [[nodiscard]] std::int64_t flops_per_sample() const { return flops_; }

 protected:
  Model() = default;
  friend class ModelBuilder;
  [[nodiscard]] bool training() const { return training_; }
  // Makes it a leaf, and one of parameters().
  at::Tensor add_parameter(std::string name, at::Tensor values);
  at::Tensor add_buffer(std::string name, at::Tensor values);
  void count_flops(std::int64_t flops) { flops_ += flops; }

 private:
  std::vector<at::Tensor> parameters_;
  std::vector<std::string> names_;
  std::vector<at::Tensor> buffers_;
  std::vector<std::string> buffer_names_;
  std::int64_t flops_ = 0;
  BatchNormalize batch_normalize_ = normalize_batch;  // of all its layers
  at::Generator dropout_generator_;                   // shared by all its dropouts
  std::uint64_t dropout_seed_ = 0;
  bool training_ = true;
};

}  // namespace lrsweep::trainer
