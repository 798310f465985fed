// A block of the vision transformer, normalised before each part: attention, then an MLP four times
// as wide, each added to what came in (Dosovitskiy et al., arXiv 2010.11929, eqs. 2 and 3).
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <string>

#include "trainer/models/builder.hpp"

namespace lrsweep::trainer {

struct VitSizes {
  std::int64_t width = 0;
  std::int64_t heads = 0;   // divides the width
  std::int64_t tokens = 0;  // with the class token
  double dropout = 0;       // after every linear layer but q, k and v's (appendix B.1)
};

class VitBlock {
 public:
  // Names are timm's: NAME.norm1, .attn.qkv, .attn.proj, .norm2, .mlp.fc1, .mlp.fc2.
  VitBlock(ModelBuilder& builder, const std::string& name, const VitSizes& sizes);

  // [n, tokens, width] → the same.
  [[nodiscard]] at::Tensor operator()(const at::Tensor& values, bool training);

 private:
  [[nodiscard]] at::Tensor attention(const at::Tensor& values) const;

  VitSizes sizes_;
  Norm norm1_;
  Linear qkv_;
  Linear projection_;
  Norm norm2_;
  Linear wide_;
  Linear narrow_;
  Dropout dropout_;
};

}  // namespace lrsweep::trainer
