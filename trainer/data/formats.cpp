#include "trainer/data/formats.hpp"

#include <algorithm>
#include <array>

#include "trainer/data/cifar_folder.hpp"
#include "trainer/data/csv_file.hpp"
#include "trainer/data/idx_folder.hpp"
#include "trainer/data/npy_file.hpp"
#include "trainer/data/npz_file.hpp"
#include "trainer/data/safetensors_data.hpp"

namespace lrsweep::trainer {
namespace {

constexpr std::array kFormats{kIdxFolder, kCifar10Folder,   kCifar100Folder, kNpzFile,
                              kNpyFile,   kSafetensorsData, kCsvFile};

}  // namespace

std::vector<std::filesystem::path> only_file(const std::filesystem::path& path) { return {path}; }

std::span<const DataFormat> data_formats() { return kFormats; }

const DataFormat* format_of(const std::filesystem::path& path) {
  const auto* found = std::find_if(kFormats.begin(), kFormats.end(), [&](const DataFormat& format) {
    return format.recognise(path);
  });
  return found == kFormats.end() ? nullptr : found;
}

}  // namespace lrsweep::trainer
