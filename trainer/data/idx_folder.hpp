// A folder of IDX files as MNIST, Fashion-MNIST and KMNIST come: train-images-idx3-ubyte and
// train-labels-idx1-ubyte, gzipped (.gz) or not, also with a dot for the second dash
// (train-images.idx3-ubyte); the test part's names begin with t10k.
#pragma once

#include "trainer/data/formats.hpp"

namespace lrsweep::trainer {

[[nodiscard]] bool is_idx_folder(const std::filesystem::path& folder);
[[nodiscard]] bool has_idx_part(const std::filesystem::path& folder, const LoadRequest& request);
[[nodiscard]] core::Result<Dataset> load_idx_folder(const std::filesystem::path& folder,
                                                    const LoadRequest& request);
[[nodiscard]] std::vector<std::filesystem::path> idx_folder_files(
    const std::filesystem::path& folder);

inline constexpr DataFormat kIdxFolder{
    .name = "idx",
    .expects = "a folder with train-images-idx3-ubyte and train-labels-idx1-ubyte (.gz or not)",
    .recognise = is_idx_folder,
    .has = has_idx_part,
    .load = load_idx_folder,
    .files = idx_folder_files};

}  // namespace lrsweep::trainer
