#include "trainer/models/vit.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "core/spec_defaults.hpp"
#include "trainer/models/builder.hpp"

namespace lrsweep::trainer {
namespace {

constexpr std::int64_t kMlpRatio = 4;
constexpr double kDeviation = 0.02;

struct Sizes {
  std::int64_t width = 0;
  std::int64_t heads = 0;
  std::int64_t tokens = 0;  // with the class token
};

// Over the last dimension of [n, tokens, width].
at::Tensor layer_norm(const Norm& norm, const at::Tensor& values) {
  constexpr double kEpsilon = 1e-5;
  return at::layer_norm(values, {values.size(-1)}, norm.weight, norm.bias, kEpsilon);
}

class Block {
 public:
  Block(ModelBuilder& builder, const std::string& name, const Sizes& sizes, double dropout)
      : sizes_(sizes),
        norm1_(builder.norm(name + ".norm1", "layer", sizes.width)),
        qkv_(builder.linear(name + ".attention.qkv", sizes.width, 3 * sizes.width, sizes.tokens)),
        out_(builder.linear(name + ".attention.out", sizes.width, sizes.width, sizes.tokens)),
        norm2_(builder.norm(name + ".norm2", "layer", sizes.width)),
        wide_(builder.linear(name + ".mlp.0", sizes.width, kMlpRatio * sizes.width, sizes.tokens)),
        narrow_(
            builder.linear(name + ".mlp.1", kMlpRatio * sizes.width, sizes.width, sizes.tokens)),
        dropout_(builder.dropout(dropout)) {
    builder.count(2 * 2 * sizes.tokens * sizes.tokens * sizes.width);  // q·k, then times v
  }

  // [n, tokens, width] → the same.
  [[nodiscard]] at::Tensor operator()(const at::Tensor& values, bool training) {
    const at::Tensor mixed =
        values + dropout_(out_(attention(layer_norm(norm1_, values))), training);
    const at::Tensor wide = at::gelu(wide_(layer_norm(norm2_, mixed)));
    return mixed + dropout_(narrow_(wide), training);
  }

 private:
  [[nodiscard]] at::Tensor attention(const at::Tensor& values) const {
    const auto n = values.size(0);
    const auto each = sizes_.width / sizes_.heads;
    const auto parts = qkv_(values)
                           .view({n, sizes_.tokens, 3, sizes_.heads, each})
                           .permute({2, 0, 3, 1, 4})
                           .unbind(0);
    return at::scaled_dot_product_attention(parts[0], parts[1], parts[2])
        .transpose(1, 2)
        .reshape({n, sizes_.tokens, sizes_.width});
  }

  Sizes sizes_;
  Norm norm1_;
  Linear qkv_;
  Linear out_;
  Norm norm2_;
  Linear wide_;
  Linear narrow_;
  Dropout dropout_;
};

Sizes sizes_of(const core::Spec& spec, const ModelShape& shape) {
  const auto patch = spec.integer("model.patch");
  return {core::width(spec), spec.integer("model.heads"),
          1 + (shape.height / patch) * (shape.width / patch)};
}

class Vit final : public Model {
 public:
  Vit(const core::Spec& spec, const ModelShape& shape, const ModelSeeds& seeds,
      c10::Device device) {
    ModelBuilder builder(*this, seeds, device);
    const auto sizes = sizes_of(spec, shape);
    const auto patch = spec.integer("model.patch");
    const double dropout = spec.number("model.dropout");
    patch_ = builder.conv("patch",
                          {.inputs = shape.channels,
                           .outputs = sizes.width,
                           .kernel = patch,
                           .stride = patch,
                           .padding = 0},
                          shape.height / patch, shape.width / patch);
    class_token_ = builder.normal("class_token", {1, 1, sizes.width}, kDeviation);
    position_ = builder.normal("position", {1, sizes.tokens, sizes.width}, kDeviation);
    dropout_ = builder.dropout(dropout);
    for (std::int64_t i = 0; i < spec.integer("model.depth"); ++i) {
      blocks_.emplace_back(builder, fmt::format("blocks.{}", i), sizes, dropout);
    }
    norm_ = builder.norm("norm", "layer", sizes.width);
    head_ = builder.linear("head", sizes.width, shape.outputs);
  }

  at::Tensor forward(const at::Tensor& inputs) override {
    const at::Tensor patches = patch_(inputs).flatten(2).transpose(1, 2);
    at::Tensor values =
        at::cat({class_token_.expand({inputs.size(0), -1, -1}), patches}, 1) + position_;
    values = dropout_(values, training());
    for (auto& block : blocks_) values = block(values, training());
    return head_(layer_norm(norm_, values.select(1, 0)));
  }

 private:
  Conv patch_;
  at::Tensor class_token_;
  at::Tensor position_;
  Dropout dropout_{0, {}};
  std::vector<Block> blocks_;
  Norm norm_{"layer", 1};
  Linear head_;
};

std::vector<std::string> problems_of(const core::Spec& spec, const ModelShape& shape) {
  std::vector<std::string> problems;
  const auto patch = spec.integer("model.patch");
  if (shape.height % patch != 0 || shape.width % patch != 0) {
    problems.push_back(fmt::format(
        "model.patch {}: the samples are {} x {} pixels; allowed: a side that divides both", patch,
        shape.height, shape.width));
  }
  if (core::width(spec) % spec.integer("model.heads") != 0) {
    problems.push_back(fmt::format("model.heads {}: allowed: heads that divide model.width {}",
                                   spec.integer("model.heads"), core::width(spec)));
  }
  if (core::norm(spec) != "layer") {
    problems.push_back(fmt::format("model.norm {} with vit; allowed: layer", core::norm(spec)));
  }
  return problems;
}

}  // namespace

core::Result<std::unique_ptr<Model>> make_vit(const core::Spec& spec, const ModelShape& shape,
                                              const ModelSeeds& seeds, c10::Device device) {
  const auto problems = problems_of(spec, shape);
  if (problems.empty()) return std::make_unique<Vit>(spec, shape, seeds, device);
  return core::fail(core::ErrorKind::kUsage, fmt::format("{}", fmt::join(problems, "\n")));
}

}  // namespace lrsweep::trainer
