// A NumPy .npy file of inputs with one of labels beside it. Inputs of a type that needs no
// conversion stay in the file.
#pragma once

#include "trainer/data/formats.hpp"

namespace lrsweep::trainer {

[[nodiscard]] bool is_npy(const std::filesystem::path& path);
[[nodiscard]] bool has_npy_part(const std::filesystem::path& path, const LoadRequest& request);
// The labels' file is what data.label names, or the first of <stem>_labels.npy, y….npy for an
// x….npy (y_train.npy for X_train.npy), and y.npy that is there.
[[nodiscard]] core::Result<Dataset> load_npy(const std::filesystem::path& path,
                                             const LoadRequest& request);
[[nodiscard]] std::vector<std::filesystem::path> npy_files(const std::filesystem::path& path);

inline constexpr DataFormat kNpyFile{
    .name = "npy",
    .expects = "an .npy file of inputs with its labels beside it (X.npy and y.npy)",
    .names_labels = true,
    .recognise = is_npy,
    .has = has_npy_part,
    .load = load_npy,
    .files = npy_files};

}  // namespace lrsweep::trainer
