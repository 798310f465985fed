#include "trainer/data/cifar_folder.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "trainer/data/open_file.hpp"
#include "trainer/data/targets.hpp"

namespace lrsweep::trainer {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kPixels = 3 * 32 * 32;
constexpr std::int64_t kAtOnce = 256;  // records

struct Kind {
  std::int64_t label_bytes;  // the last one counts
  std::int64_t classes;
  std::vector<std::string> train;
  std::vector<std::string> test;

  [[nodiscard]] const std::vector<std::string>& files(Part part) const {
    return part == Part::kTrain ? train : test;
  }
};

const Kind kCifar10{1,
                    10,
                    {"data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin",
                     "data_batch_5.bin"},
                    {"test_batch.bin"}};
const Kind kCifar100{2, 100, {"train.bin"}, {"test.bin"}};

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

bool has_part(const fs::path& folder, const Kind& kind, Part part) {
  return is_there(folder / kind.files(part).front());
}

std::vector<fs::path> files_there(const fs::path& folder, const Kind& kind) {
  std::vector<fs::path> files;
  for (const auto part : {Part::kTrain, Part::kTest}) {
    for (const auto& name : kind.files(part)) {
      if (is_there(folder / name)) files.push_back(folder / name);
    }
  }
  return files;
}

core::Result<std::int64_t> count_records(const OpenFile& file, std::int64_t bytes) {
  if (file.size() > 0 && file.size() % bytes == 0) return file.size() / bytes;
  return file.error(
      fmt::format("{} bytes; allowed: a multiple of {}, the bytes of an image with "
                  "its label",
                  file.size(), bytes));
}

// Moves the file's records to where `pixels` and `labels` point.
core::Result<void> read_records(OpenFile& file, const Kind& kind, std::int64_t count,
                                std::uint8_t* pixels, std::int64_t* labels) {
  const auto width = kind.label_bytes + kPixels;
  std::vector<std::uint8_t> records(static_cast<std::size_t>(kAtOnce * width));
  for (std::int64_t i = 0; i < count; ++i) {
    if (i % kAtOnce == 0) {
      const auto wanted = std::min(kAtOnce, count - i) * width;
      const auto got = file.read(records.data(), wanted);
      if (!got) return core::Failure(got.error());
      if (*got < wanted) return file.error("became shorter while it was read");
    }
    const auto* record = records.data() + i % kAtOnce * width;
    const std::int64_t label = record[kind.label_bytes - 1];
    if (label >= kind.classes) {
      return file.error(fmt::format("label {} of image {} (counted from 0); allowed: 0 to {}",
                                    label, i, kind.classes - 1));
    }
    labels[i] = label;
    std::memcpy(pixels + i * kPixels, record + kind.label_bytes, kPixels);
  }
  return {};
}

struct Source {
  std::unique_ptr<OpenFile> file;
  std::int64_t count = 0;
};

core::Result<std::vector<Source>> open_all(const fs::path& folder, const Kind& kind, Part part) {
  std::vector<Source> sources;
  for (const auto& name : kind.files(part)) {
    auto file = OpenFile::open(folder / name);
    if (!file) return core::Failure(file.error());
    const auto count = count_records(**file, kind.label_bytes + kPixels);
    if (!count) return core::Failure(count.error());
    sources.push_back({std::move(*file), *count});
  }
  return sources;
}

core::Result<Dataset> load(const fs::path& folder, const Kind& kind, const LoadRequest& request) {
  const auto sources = open_all(folder, kind, request.part);
  if (!sources) return core::Failure(sources.error());
  std::int64_t count = 0;
  for (const auto& source : *sources) count += source.count;
  Dataset data;
  data.inputs = at::empty({count, 3, 32, 32}, at::kByte);
  const at::Tensor labels = at::empty({count}, at::kLong);
  auto* pixel = data.inputs.mutable_data_ptr<std::uint8_t>();
  auto* label = labels.mutable_data_ptr<std::int64_t>();
  for (const auto& source : *sources) {
    auto read = read_records(*source.file, kind, source.count, pixel, label);
    if (!read) return core::Failure(read.error());
    pixel += source.count * kPixels;
    label += source.count;
  }
  if (auto set = set_targets(data, labels, request, {folder}); !set) {
    return core::Failure(set.error());
  }
  return data;
}

}  // namespace

bool is_cifar10(const fs::path& folder) {
  return has_part(folder, kCifar10, Part::kTrain) || has_part(folder, kCifar10, Part::kTest);
}
bool has_cifar10_part(const fs::path& folder, const LoadRequest& request) {
  return has_part(folder, kCifar10, request.part);
}
core::Result<Dataset> load_cifar10(const fs::path& folder, const LoadRequest& request) {
  return load(folder, kCifar10, request);
}
std::vector<fs::path> cifar10_files(const fs::path& folder) {
  return files_there(folder, kCifar10);
}

bool is_cifar100(const fs::path& folder) {
  return has_part(folder, kCifar100, Part::kTrain) || has_part(folder, kCifar100, Part::kTest);
}
bool has_cifar100_part(const fs::path& folder, const LoadRequest& request) {
  return has_part(folder, kCifar100, request.part);
}
core::Result<Dataset> load_cifar100(const fs::path& folder, const LoadRequest& request) {
  return load(folder, kCifar100, request);
}
std::vector<fs::path> cifar100_files(const fs::path& folder) {
  return files_there(folder, kCifar100);
}

}  // namespace lrsweep::trainer
