// Keys of the section model: architectures and their sizes.
#pragma once

#include <array>

#include "core/spec_table.hpp"

namespace lrsweep::core::keys {

using enum SpecType;

inline constexpr auto kModel = std::to_array<SpecKey>({
    {.key = "model.name",
     .type = kText,
     .default_json = R"("cnn")",
     .choices = "cnn|linear|mlp|resnet18|synthetic|vit",
     .help = "Architecture; synthetic is a formula that needs no data (synthetic.*)."},
    {.key = "model.channels",
     .type = kIntegers,
     .default_json = "[16, 32]",
     .low = 1,
     .high = 4096,
     .help = "cnn: channels of each 3×3 convolution; each is followed by ReLU and 2×2 pooling."},
    {.key = "model.hidden",
     .type = kIntegers,
     .default_json = "null",
     .low = 1,
     .high = 65536,
     .nullable = true,
     .help = "Width of each hidden layer; null is [64] for cnn, [128] for mlp."},
    {.key = "model.dropout",
     .type = kNumber,
     .default_json = "0.0",
     .low = 0,
     .high = 0.95,
     .unit = "share",
     .help = "Dropout after each hidden layer; vit: after each attention and MLP."},
    {.key = "model.activation",
     .type = kText,
     .default_json = R"("relu")",
     .choices = "relu|gelu|silu|tanh",
     .help = "cnn, mlp: what follows each hidden layer and convolution."},
    {.key = "model.norm",
     .type = kText,
     .default_json = "null",
     .choices = "none|batch|group|layer",
     .nullable = true,
     .help = "Normalisation after each convolution and hidden layer; null is batch for resnet18, "
             "layer for vit, none for others."},
    {.key = "model.width",
     .type = kInteger,
     .default_json = "null",
     .low = 1,
     .high = 8192,
     .nullable = true,
     .unit = "channels",
     .help =
         "resnet18: channels of the first stage, null is 64; vit: length of a token, null is 192."},
    {.key = "model.patch",
     .type = kInteger,
     .default_json = "4",
     .low = 1,
     .high = 1024,
     .unit = "pixels",
     .help = "vit: side of a patch; must divide the image."},
    {.key = "model.depth",
     .type = kInteger,
     .default_json = "6",
     .low = 1,
     .high = 1024,
     .unit = "blocks",
     .help = "vit: transformer blocks."},
    {.key = "model.heads",
     .type = kInteger,
     .default_json = "3",
     .low = 1,
     .high = 1024,
     .unit = "heads",
     .help = "vit: attention heads; must divide the width."},
});

}  // namespace lrsweep::core::keys
