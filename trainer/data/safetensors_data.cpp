#include "trainer/data/safetensors_data.hpp"

#include <ATen/core/Tensor.h>

#include <algorithm>
#include <string>

#include "trainer/data/array_names.hpp"
#include "trainer/data/first_bytes.hpp"
#include "trainer/data/samples.hpp"
#include "trainer/safetensors.hpp"

namespace lrsweep::trainer {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> tensor_names(const TensorFile& file) {
  std::vector<std::string> names;
  for (const auto& tensor : file.tensors) names.push_back(tensor.name);
  return names;
}

at::Tensor tensor_of(const TensorFile& file, const std::string& name) {
  return std::find_if(file.tensors.begin(), file.tensors.end(),
                      [&](const NamedTensor& tensor) { return tensor.name == name; })
      ->values;
}

}  // namespace

bool is_safetensors(const fs::path& path) {
  const auto bytes = first_bytes(path, 9);
  return bytes.size() == 9 && bytes[8] == '{' && (bytes[7] | bytes[6] | bytes[5] | bytes[4]) == 0;
}

bool has_safetensors_part(const fs::path& path, const LoadRequest& request) {
  const auto file = read_safetensors(path);
  return file && find_arrays(tensor_names(*file), request).has_value();
}

core::Result<Dataset> load_safetensors_data(const fs::path& path, const LoadRequest& request) {
  const auto file = read_safetensors(path);
  if (!file) return core::Failure(file.error());
  const auto names = expect_arrays(tensor_names(*file), request, {path});
  if (!names) return core::Failure(names.error());
  return make_dataset({tensor_of(*file, names->inputs), {path, names->inputs}, true},
                      {tensor_of(*file, names->labels), {path, names->labels}}, request);
}

}  // namespace lrsweep::trainer
