#include "trainer/data/idx_folder.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "trainer/data/byte_reader.hpp"
#include "trainer/data/idx_file.hpp"

namespace lrsweep::trainer {
namespace {

namespace fs = std::filesystem;

struct Part {
  std::string_view stem;  // "train-images"
  std::string_view rest;  // "idx3-ubyte"
  int dimensions;
};
constexpr Part kImages{"train-images", "idx3-ubyte", 3};
constexpr Part kLabels{"train-labels", "idx1-ubyte", 1};

std::optional<fs::path> find(const fs::path& folder, const Part& part) {
  for (const char* between : {"-", "."}) {
    for (const char* suffix : {"", ".gz"}) {
      fs::path path = folder / fmt::format("{}{}{}{}", part.stem, between, part.rest, suffix);
      std::error_code ignored;
      if (fs::exists(path, ignored)) return path;
    }
  }
  return std::nullopt;
}

core::Result<IdxFile> read(const fs::path& folder, const Part& part) {
  const auto path = find(folder, part);
  if (path) return read_idx(*path, part.dimensions);
  return data_error(folder / fmt::format("{}-{}", part.stem, part.rest),
                    "is missing (.gz is not there either)");
}

// Takes the file's bytes without a copy.
at::Tensor as_tensor(IdxFile file, at::IntArrayRef shape) {
  auto* bytes = file.bytes.release();
  return at::from_blob(
      bytes, shape, [bytes](void*) { delete[] bytes; }, at::TensorOptions(at::kByte));
}

}  // namespace

bool is_idx_folder(const fs::path& folder) {
  return find(folder, kImages).has_value() || find(folder, kLabels).has_value();
}

core::Result<ImageData> load_idx_folder(const fs::path& folder) {
  auto labels = read(folder, kLabels);
  if (!labels) return core::Failure(labels.error());
  auto images = read(folder, kImages);
  if (!images) return core::Failure(images.error());
  const auto count = images->shape[0];
  if (labels->size != count) {
    return data_error(folder,
                      fmt::format("{} training images, but {} labels", count, labels->size));
  }
  const auto* first = labels->bytes.get();
  const std::int64_t classes = 1 + std::int64_t{*std::max_element(first, first + labels->size)};
  if (classes < 2) return data_error(folder, "every label is 0; at least two classes are needed");
  const std::vector<std::int64_t> shape{count, 1, images->shape[1], images->shape[2]};
  return ImageData{as_tensor(std::move(*images), shape),
                   as_tensor(std::move(*labels), {count}).to(at::kLong), classes};
}

std::vector<fs::path> idx_folder_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& part : {kLabels, kImages}) {
    if (auto path = find(folder, part)) files.push_back(std::move(*path));
  }
  return files;
}

}  // namespace lrsweep::trainer
