#include "trainer/models/mlp.hpp"

#include <ATen/ATen.h>

#include <string>
#include <utility>

#include "trainer/models/dense_head.hpp"
#include "trainer/random.hpp"

namespace lrsweep::trainer {
namespace {

class Mlp final : public Model {
 public:
  Mlp(const HeadOptions& options, const ModelShape& shape, const ModelSeeds& seeds,
      c10::Device device)
      : head_(options, device, seeds.dropout) {
    auto generator = cpu_generator(seeds.init);
    head_.build(shape.channels * shape.height * shape.width, shape.classes, generator,
                [&](std::string name, const at::Tensor& values) {
                  return add_parameter(std::move(name), values.to(device));
                });
  }

  at::Tensor forward(const at::Tensor& images) override {
    return head_.forward(images.flatten(1), training());
  }

 private:
  DenseHead head_;
};

}  // namespace

core::Result<std::unique_ptr<Model>> make_mlp(const core::Spec& spec, const ModelShape& shape,
                                              const ModelSeeds& seeds, c10::Device device) {
  return std::make_unique<Mlp>(head_options(spec), shape, seeds, device);
}

}  // namespace lrsweep::trainer
