#include "trainer/models/linear.hpp"

#include <ATen/ATen.h>

#include "trainer/models/builder.hpp"

namespace lrsweep::trainer {
namespace {

class LinearModel final : public Model {
 public:
  LinearModel(const ModelShape& shape, const ModelSeeds& seeds, c10::Device device)
      : layer_(ModelBuilder(*this, seeds, device).linear("linear", shape.inputs(), shape.outputs)) {
  }

  at::Tensor forward(const at::Tensor& inputs) override { return layer_(inputs.flatten(1)); }

 private:
  Linear layer_;
};

}  // namespace

core::Result<std::unique_ptr<Model>> make_linear(const core::Spec&, const ModelShape& shape,
                                                 const ModelSeeds& seeds, c10::Device device) {
  return std::make_unique<LinearModel>(shape, seeds, device);
}

}  // namespace lrsweep::trainer
