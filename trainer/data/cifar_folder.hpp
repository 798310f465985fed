// Folders of CIFAR-10 and CIFAR-100 in their authors' binary form
// (cs.toronto.edu/~kriz/cifar.html): records of a label (CIFAR-100: a coarse and a fine one, of
// which the fine is taken) and 3 × 32 × 32 bytes, channel by channel. Images are uint8 [n, 3, 32,
// 32].
#pragma once

#include "trainer/data/formats.hpp"

namespace lrsweep::trainer {

[[nodiscard]] bool is_cifar10(const std::filesystem::path& folder);
[[nodiscard]] bool has_cifar10_part(const std::filesystem::path& folder,
                                    const LoadRequest& request);
[[nodiscard]] core::Result<Dataset> load_cifar10(const std::filesystem::path& folder,
                                                 const LoadRequest& request);
[[nodiscard]] std::vector<std::filesystem::path> cifar10_files(const std::filesystem::path& folder);

[[nodiscard]] bool is_cifar100(const std::filesystem::path& folder);
[[nodiscard]] bool has_cifar100_part(const std::filesystem::path& folder,
                                     const LoadRequest& request);
[[nodiscard]] core::Result<Dataset> load_cifar100(const std::filesystem::path& folder,
                                                  const LoadRequest& request);
[[nodiscard]] std::vector<std::filesystem::path> cifar100_files(
    const std::filesystem::path& folder);

inline constexpr DataFormat kCifar10Folder{
    .name = "cifar10",
    .expects = "a folder with data_batch_1.bin to data_batch_5.bin (CIFAR-10)",
    .recognise = is_cifar10,
    .has = has_cifar10_part,
    .load = load_cifar10,
    .files = cifar10_files};

inline constexpr DataFormat kCifar100Folder{.name = "cifar100",
                                            .expects = "a folder with train.bin (CIFAR-100)",
                                            .recognise = is_cifar100,
                                            .has = has_cifar100_part,
                                            .load = load_cifar100,
                                            .files = cifar100_files};

}  // namespace lrsweep::trainer
