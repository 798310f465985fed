// NumPy's .npz archives: arrays of inputs and of labels (array_names.hpp), plain or compressed.
// Inputs that are stored uncompressed, aligned, and of a type that needs no conversion stay in the
// file.
#pragma once

#include "trainer/data/formats.hpp"

namespace lrsweep::trainer {

[[nodiscard]] bool is_npz(const std::filesystem::path& path);
[[nodiscard]] bool has_npz_part(const std::filesystem::path& path, const LoadRequest& request);
[[nodiscard]] core::Result<Dataset> load_npz(const std::filesystem::path& path,
                                             const LoadRequest& request);

inline constexpr DataFormat kNpzFile{.name = "npz",
                                     .expects = "an .npz file with arrays x and y",
                                     .names_labels = true,
                                     .recognise = is_npz,
                                     .has = has_npz_part,
                                     .load = load_npz,
                                     .files = only_file};

}  // namespace lrsweep::trainer
