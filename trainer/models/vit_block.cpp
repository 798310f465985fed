#include "trainer/models/vit_block.hpp"

#include <ATen/ATen.h>

namespace lrsweep::trainer {
namespace {

constexpr std::int64_t kMlpRatio = 4;

// Multiply-adds of the products q·k and weights·v, all heads together.
std::int64_t attention_products(const VitSizes& sizes) {
  return 2 * sizes.tokens * sizes.tokens * sizes.width;
}

}  // namespace

VitBlock::VitBlock(ModelBuilder& builder, const std::string& name, const VitSizes& sizes)
    : sizes_(sizes),
      norm1_(builder.norm(name + ".norm1", "layer", sizes.width)),
      qkv_(builder.linear(name + ".attn.qkv", sizes.width, 3 * sizes.width, sizes.tokens)),
      projection_(builder.linear(name + ".attn.proj", sizes.width, sizes.width, sizes.tokens)),
      norm2_(builder.norm(name + ".norm2", "layer", sizes.width)),
      wide_(builder.linear(name + ".mlp.fc1", sizes.width, kMlpRatio * sizes.width, sizes.tokens)),
      narrow_(
          builder.linear(name + ".mlp.fc2", kMlpRatio * sizes.width, sizes.width, sizes.tokens)),
      dropout_(builder.dropout(sizes.dropout)) {
  builder.count(2 * attention_products(sizes));
}

at::Tensor VitBlock::operator()(const at::Tensor& values, bool training) {
  const at::Tensor mixed = attention(norm1_(values, training));
  const at::Tensor sum = values + dropout_(projection_(mixed), training);
  const at::Tensor wide = at::gelu(wide_(norm2_(sum, training)));
  return sum + dropout_(narrow_(dropout_(wide, training)), training);
}

at::Tensor VitBlock::attention(const at::Tensor& values) const {
  const auto n = values.size(0);
  const auto parts = qkv_(values)
                         .view({n, sizes_.tokens, 3, sizes_.heads, sizes_.width / sizes_.heads})
                         .permute({2, 0, 3, 1, 4})
                         .unbind(0);
  return at::scaled_dot_product_attention(parts[0], parts[1], parts[2])
      .transpose(1, 2)
      .reshape({n, sizes_.tokens, sizes_.width});
}

}  // namespace lrsweep::trainer
