// Tensors by name in one file, as Hugging Face's safetensors keeps them: the length of a JSON
// header (8 bytes, little-endian), the header, the values. Python reads it with
// safetensors.torch.load_file.
#pragma once

#include <ATen/core/Tensor.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/result.hpp"

namespace lrsweep::trainer {

struct NamedTensor {
  std::string name;
  at::Tensor values;  // uint8, int8, int16, int32, int64, float16, bfloat16, float32, float64
};

struct TensorFile {
  std::vector<NamedTensor> tensors;             // in the file's order, on the CPU
  std::map<std::string, std::string> metadata;  // the header's __metadata__
};

// The whole file as bytes, for whoever writes it atomically. Tensors may lie on any device.
[[nodiscard]] std::string safetensors_bytes(const TensorFile& file);

// kData, naming the file, for everything that a damaged or hostile one can say: sizes are
// multiplied with a check and compared with the file's length before anything is allocated for
// them. Values are mapped, not read, until they are used.
[[nodiscard]] core::Result<TensorFile> read_safetensors(const std::filesystem::path& path);

}  // namespace lrsweep::trainer
