#include "trainer/models/mlp.hpp"

#include <ATen/ATen.h>

#include <optional>

#include "trainer/models/dense_head.hpp"

namespace lrsweep::trainer {
namespace {

class Mlp final : public Model {
 public:
  Mlp(const core::Spec& spec, const ModelShape& shape, const ModelSeeds& seeds,
      c10::Device device) {
    ModelBuilder builder(*this, seeds, device);
    head_.emplace(spec, shape.inputs(), shape.outputs, builder);
  }

  at::Tensor forward(const at::Tensor& inputs) override {
    return head_->forward(inputs.flatten(1), training());
  }

 private:
  std::optional<DenseHead> head_;
};

}  // namespace

core::Result<std::unique_ptr<Model>> make_mlp(const core::Spec& spec, const ModelShape& shape,
                                              const ModelSeeds& seeds, c10::Device device) {
  return std::make_unique<Mlp>(spec, shape, seeds, device);
}

}  // namespace lrsweep::trainer
