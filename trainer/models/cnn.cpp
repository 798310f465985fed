#include "trainer/models/cnn.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "trainer/models/dense_head.hpp"
#include "trainer/random.hpp"

namespace lrsweep::trainer {
namespace {

constexpr std::int64_t kKernel = 3;
constexpr std::int64_t kPool = 2;

// How often both sides can be halved.
std::size_t halvings(const ModelShape& shape) {
  std::size_t count = 0;
  for (auto side = std::min(shape.height, shape.width); side > 1; side /= kPool) ++count;
  return count;
}

class Cnn final : public Model {
 public:
  Cnn(const std::vector<std::int64_t>& channels, const HeadOptions& options,
      const ModelShape& shape, const ModelSeeds& seeds, c10::Device device)
      : head_(options, device, seeds.dropout) {
    auto generator = cpu_generator(seeds.init);
    const auto add = [&](std::string name, const at::Tensor& values) {
      return add_parameter(std::move(name), values.to(device));
    };
    auto inputs = shape.channels;
    for (const auto outputs : channels) {
      const auto drawn = conv_weights(inputs, outputs, kKernel, generator);
      const auto name = fmt::format("conv{}", convolutions_.size());
      auto weight = add(name + ".weight", drawn.weight);
      convolutions_.push_back({std::move(weight), add(name + ".bias", drawn.bias)});
      inputs = outputs;
    }
    const auto pixels = (shape.height >> channels.size()) * (shape.width >> channels.size());
    head_.build(inputs * pixels, shape.classes, generator, add);
  }

  at::Tensor forward(const at::Tensor& images) override {
    at::Tensor values = images;
    for (const auto& [weight, bias] : convolutions_) {
      values = at::conv2d(values, weight, bias, /*stride=*/1, /*padding=*/kKernel / 2);
      // Pooling and ReLU commute; the other way round there is a quarter as much to do.
      values = at::max_pool2d(values, {kPool, kPool}).relu_();
    }
    return head_.forward(values.flatten(1), training());
  }

 private:
  std::vector<Weights> convolutions_;
  DenseHead head_;
};

}  // namespace

core::Result<std::unique_ptr<Model>> make_cnn(const core::Spec& spec, const ModelShape& shape,
                                              const ModelSeeds& seeds, c10::Device device) {
  const auto channels = spec.integers("model.channels");
  if (channels.size() > halvings(shape)) {
    return core::fail(
        core::ErrorKind::kUsage,
        fmt::format("model.channels [{}]: each convolution halves the image, and {} x "
                    "{} pixels can be halved {} times at most",
                    fmt::join(channels, ", "), shape.height, shape.width, halvings(shape)));
  }
  return std::make_unique<Cnn>(channels, head_options(spec), shape, seeds, device);
}

}  // namespace lrsweep::trainer
