#include "trainer/models/resnet18.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/spec_defaults.hpp"
#include "trainer/models/builder.hpp"

namespace lrsweep::trainer {
namespace {

constexpr int kStages = 4;
constexpr int kBlocks = 2;
constexpr std::int64_t kSmallest = 8;

// Sizes of what comes out of a convolution.
struct Place {
  std::int64_t channels = 0;
  std::int64_t height = 0;
  std::int64_t width = 0;
};

struct NormedConv {
  Conv conv;
  Norm norm;

  [[nodiscard]] at::Tensor operator()(const at::Tensor& values, bool training) const {
    return norm(conv(values), training);
  }
};

NormedConv normed(ModelBuilder& builder, const std::string& kind, const std::string& conv,
                  const std::string& norm, const ConvOptions& options, const Place& out) {
  auto convolution = builder.conv(conv, options, out.height, out.width);
  return {std::move(convolution), builder.norm(norm, kind, options.outputs)};
}

class BasicBlock {
 public:
  BasicBlock(ModelBuilder& builder, const std::string& name, const std::string& norm,
             const Place& from, const Place& to)
      : first_(normed(builder, norm, name + ".conv1", name + ".bn1",
                      {.inputs = from.channels,
                       .outputs = to.channels,
                       .stride = stride(from, to),
                       .bias = false},
                      to)),
        second_(normed(builder, norm, name + ".conv2", name + ".bn2",
                       {.inputs = to.channels, .outputs = to.channels, .bias = false}, to)) {
    if (from.channels == to.channels && from.height == to.height) return;
    shortcut_ = normed(builder, norm, name + ".downsample.0", name + ".downsample.1",
                       {.inputs = from.channels,
                        .outputs = to.channels,
                        .kernel = 1,
                        .stride = stride(from, to),
                        .padding = 0,
                        .bias = false},
                       to);
  }

  [[nodiscard]] at::Tensor operator()(const at::Tensor& values, bool training) const {
    const at::Tensor inner = first_(values, training).relu_();
    at::Tensor sum = second_(inner, training);
    return sum.add_(shortcut_ ? (*shortcut_)(values, training) : values).relu_();
  }

 private:
  static std::int64_t stride(const Place& from, const Place& to) {
    return from.height == to.height && from.width == to.width ? 1 : 2;
  }

  NormedConv first_;
  NormedConv second_;
  std::optional<NormedConv> shortcut_;
};

Place halved(const Place& place) {
  return {2 * place.channels, (place.height + 1) / 2, (place.width + 1) / 2};
}

struct Parts {
  NormedConv stem;
  std::vector<BasicBlock> blocks;
  Linear head;
};

// Moves `place` on to what comes out of the last block.
std::vector<BasicBlock> blocks_of(ModelBuilder& builder, const std::string& norm, Place& place) {
  std::vector<BasicBlock> blocks;
  for (int stage = 0; stage < kStages; ++stage) {
    for (int block = 0; block < kBlocks; ++block) {
      const Place to = stage > 0 && block == 0 ? halved(place) : place;
      blocks.emplace_back(builder, fmt::format("layer{}.{}", stage + 1, block), norm, place, to);
      place = to;
    }
  }
  return blocks;
}

Parts parts_of(const core::Spec& spec, const ModelShape& shape, ModelBuilder builder) {
  const auto norm = core::norm(spec);
  Place place{core::width(spec), shape.height, shape.width};
  const ConvOptions stem{.inputs = shape.channels, .outputs = place.channels, .bias = false};
  return {.stem = normed(builder, norm, "conv1", "bn1", stem, place),
          .blocks = blocks_of(builder, norm, place),
          .head = builder.linear("fc", place.channels, shape.outputs)};
}

class Resnet18 final : public Model {
 public:
  Resnet18(const core::Spec& spec, const ModelShape& shape, const ModelSeeds& seeds,
           c10::Device device)
      : parts_(parts_of(spec, shape, ModelBuilder(*this, seeds, device))) {}

  at::Tensor forward(const at::Tensor& inputs) override {
    at::Tensor values = parts_.stem(inputs, training()).relu_();
    for (const auto& block : parts_.blocks) values = block(values, training());
    return parts_.head(at::adaptive_avg_pool2d(values, {1, 1}).flatten(1));
  }

 private:
  Parts parts_;
};

}  // namespace

core::Result<std::unique_ptr<Model>> make_resnet18(const core::Spec& spec, const ModelShape& shape,
                                                   const ModelSeeds& seeds, c10::Device device) {
  if (std::min(shape.height, shape.width) < kSmallest) {
    return core::fail(core::ErrorKind::kUsage,
                      fmt::format("model.name resnet18: the samples are {} x {} pixels; allowed: "
                                  "images of at least {} x {}",
                                  shape.height, shape.width, kSmallest, kSmallest));
  }
  return std::make_unique<Resnet18>(spec, shape, seeds, device);
}

}  // namespace lrsweep::trainer
