// A safetensors file with a tensor of inputs and one of labels (array_names.hpp). Inputs of a type
// that needs no conversion stay in the file.
#pragma once

#include "trainer/data/formats.hpp"

namespace lrsweep::trainer {

[[nodiscard]] bool is_safetensors(const std::filesystem::path& path);
[[nodiscard]] bool has_safetensors_part(const std::filesystem::path& path,
                                        const LoadRequest& request);
[[nodiscard]] core::Result<Dataset> load_safetensors_data(const std::filesystem::path& path,
                                                          const LoadRequest& request);

inline constexpr DataFormat kSafetensorsData{.name = "safetensors",
                                             .expects = "a .safetensors file with tensors x and y",
                                             .names_labels = true,
                                             .recognise = is_safetensors,
                                             .has = has_safetensors_part,
                                             .load = load_safetensors_data,
                                             .files = only_file};

}  // namespace lrsweep::trainer
