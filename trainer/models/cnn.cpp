#include "trainer/models/cnn.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "core/spec_defaults.hpp"
#include "trainer/models/dense_head.hpp"

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
  Cnn(const core::Spec& spec, const ModelShape& shape, const ModelSeeds& seeds, c10::Device device)
      : activation_(activation_of(spec.text("model.activation"))) {
    ModelBuilder builder(*this, seeds, device);
    auto inputs = shape.channels;
    auto height = shape.height;
    auto width = shape.width;
    for (const auto outputs : spec.integers("model.channels")) {
      const auto name = fmt::format("conv{}", convolutions_.size());
      const ConvOptions options{.inputs = inputs, .outputs = outputs, .kernel = kKernel};
      convolutions_.push_back(builder.conv(name, options, height, width));
      norms_.push_back(builder.norm("norm_" + name, core::norm(spec), outputs));
      inputs = outputs;
      height /= kPool;
      width /= kPool;
    }
    head_.emplace(spec, inputs * height * width, shape.outputs, builder);
  }

  at::Tensor forward(const at::Tensor& inputs) override {
    at::Tensor values = inputs;
    for (std::size_t i = 0; i < convolutions_.size(); ++i) {
      values = pooled(norms_[i](convolutions_[i](values), training()));
    }
    return head_->forward(values.flatten(1), training());
  }

 private:
  // A maximum and a function that never falls commute; the one way round there is a quarter as much
  // to do.
  [[nodiscard]] at::Tensor pooled(const at::Tensor& values) const {
    if (is_monotone(activation_)) {
      return activate(activation_, at::max_pool2d(values, {kPool, kPool}));
    }
    return at::max_pool2d(activate(activation_, values), {kPool, kPool});
  }

  Activation activation_;
  std::vector<Conv> convolutions_;
  std::vector<Norm> norms_;
  std::optional<DenseHead> head_;
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
  return std::make_unique<Cnn>(spec, shape, seeds, device);
}

}  // namespace lrsweep::trainer
