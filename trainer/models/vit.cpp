#include "trainer/models/vit.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/spec_defaults.hpp"
#include "core/text.hpp"
#include "trainer/models/builder.hpp"
#include "trainer/models/vit_block.hpp"

namespace lrsweep::trainer {
namespace {

constexpr double kDeviation = 0.02;

struct Parts {
  Conv patch;
  at::Tensor class_token;  // [1, 1, width]
  at::Tensor position;     // [1, tokens, width]
  Dropout dropout;
  std::vector<VitBlock> blocks;
  Norm norm;
  Linear head;
};

VitSizes sizes_of(const core::Spec& spec, std::int64_t patches) {
  return {.width = core::width(spec),
          .heads = spec.integer("model.heads"),
          .tokens = 1 + patches,
          .dropout = spec.number("model.dropout")};
}

std::vector<VitBlock> blocks_of(ModelBuilder& builder, std::int64_t depth, const VitSizes& sizes) {
  std::vector<VitBlock> blocks;
  for (std::int64_t i = 0; i < depth; ++i) {
    blocks.emplace_back(builder, fmt::format("blocks.{}", i), sizes);
  }
  return blocks;
}

Parts parts_of(const core::Spec& spec, const ModelShape& shape, ModelBuilder builder) {
  const auto side = spec.integer("model.patch");
  const auto rows = shape.height / side;
  const auto columns = shape.width / side;
  const auto sizes = sizes_of(spec, rows * columns);
  const ConvOptions patch{.inputs = shape.channels,
                          .outputs = sizes.width,
                          .kernel = side,
                          .stride = side,
                          .padding = 0};
  return {.patch = builder.conv("patch_embed.proj", patch, rows, columns),
          .class_token = builder.normal("cls_token", {1, 1, sizes.width}, kDeviation),
          .position = builder.normal("pos_embed", {1, sizes.tokens, sizes.width}, kDeviation),
          .dropout = builder.dropout(sizes.dropout),
          .blocks = blocks_of(builder, spec.integer("model.depth"), sizes),
          .norm = builder.norm("norm", "layer", sizes.width),
          .head = builder.linear("head", sizes.width, shape.outputs)};
}

class Vit final : public Model {
 public:
  Vit(const core::Spec& spec, const ModelShape& shape, const ModelSeeds& seeds, c10::Device device)
      : parts_(parts_of(spec, shape, ModelBuilder(*this, seeds, device))) {}

  at::Tensor forward(const at::Tensor& inputs) override {
    at::Tensor values = parts_.dropout(tokens(inputs), training());
    for (auto& block : parts_.blocks) values = block(values, training());
    return parts_.head(parts_.norm(values.select(1, 0), training()));
  }

 private:
  // [n, tokens, width], the class token first.
  [[nodiscard]] at::Tensor tokens(const at::Tensor& inputs) const {
    const at::Tensor patches = parts_.patch(inputs).flatten(2).transpose(1, 2);
    const at::Tensor first = parts_.class_token.expand({inputs.size(0), -1, -1});
    return at::cat({first, patches}, 1) + parts_.position;
  }

  Parts parts_;
};

std::vector<std::int64_t> divisors_of(std::int64_t number) {
  std::vector<std::int64_t> divisors;
  for (std::int64_t i = 1; i <= number; ++i) {
    if (number % i == 0) divisors.push_back(i);
  }
  return divisors;
}

std::vector<std::string> problems_of(const core::Spec& spec, const ModelShape& shape) {
  std::vector<std::string> problems;
  const auto patch = spec.integer("model.patch");
  const auto both = std::gcd(shape.height, shape.width);
  if (both % patch != 0) {
    problems.push_back(
        fmt::format("model.patch {}: the samples are {} x {} pixels; allowed: what divides both "
                    "sides ({})",
                    patch, shape.height, shape.width, fmt::join(divisors_of(both), ", ")));
  }
  if (core::norm(spec) != "layer") {
    problems.push_back(fmt::format("model.norm {} with model.name vit; allowed: layer",
                                   core::quoted(core::norm(spec))));
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
