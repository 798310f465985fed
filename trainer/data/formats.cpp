#include "trainer/data/formats.hpp"

#include <algorithm>
#include <array>

#include "trainer/data/idx_folder.hpp"

namespace lrsweep::trainer {
namespace {

constexpr std::array kFormats{kIdxFolder};

}  // namespace

std::span<const DataFormat> data_formats() { return kFormats; }

const DataFormat* format_of(const std::filesystem::path& path) {
  const auto* found = std::find_if(kFormats.begin(), kFormats.end(), [&](const DataFormat& format) {
    return format.recognise(path);
  });
  return found == kFormats.end() ? nullptr : found;
}

}  // namespace lrsweep::trainer
