#include "trainer/data/idx_folder.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "trainer/data/idx_file.hpp"
#include "trainer/data/open_file.hpp"
#include "trainer/data/shape.hpp"
#include "trainer/data/targets.hpp"

namespace lrsweep::trainer {
namespace {

namespace fs = std::filesystem;

struct File {
  std::string_view stem;  // "train-images"
  std::string_view rest;  // "idx3-ubyte"
  int dimensions;
};
struct PartFiles {
  std::string_view name;
  File images;
  File labels;
};
constexpr PartFiles kTrain{
    "training", {"train-images", "idx3-ubyte", 3}, {"train-labels", "idx1-ubyte", 1}};
constexpr PartFiles kTest{
    "test", {"t10k-images", "idx3-ubyte", 3}, {"t10k-labels", "idx1-ubyte", 1}};

const PartFiles& files_of(Part part) { return part == Part::kTrain ? kTrain : kTest; }

std::optional<fs::path> find(const fs::path& folder, const File& file) {
  for (const char* between : {"-", "."}) {
    for (const char* suffix : {"", ".gz"}) {
      fs::path path = folder / fmt::format("{}{}{}{}", file.stem, between, file.rest, suffix);
      std::error_code ignored;
      if (fs::exists(path, ignored)) return path;
    }
  }
  return std::nullopt;
}

core::Result<IdxFile> read(const fs::path& folder, const File& file) {
  const auto path = find(folder, file);
  if (path) return read_idx(*path, file.dimensions);
  return data_error(folder / fmt::format("{}-{}", file.stem, file.rest),
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
  return has_idx_part(folder, {.part = Part::kTrain}) ||
         has_idx_part(folder, {.part = Part::kTest});
}

bool has_idx_part(const fs::path& folder, const LoadRequest& request) {
  const auto& files = files_of(request.part);
  return find(folder, files.images).has_value() || find(folder, files.labels).has_value();
}

core::Result<Dataset> load_idx_folder(const fs::path& folder, const LoadRequest& request) {
  const auto& files = files_of(request.part);
  auto labels = read(folder, files.labels);
  if (!labels) return core::Failure(labels.error());
  auto images = read(folder, files.images);
  if (!images) return core::Failure(images.error());
  const auto count = images->shape[0];
  if (labels->size != count) {
    return data_error(folder,
                      fmt::format("{} {} images, but {} labels", count, files.name, labels->size));
  }
  const Shape shape{count, 1, images->shape[1], images->shape[2]};
  Dataset data;
  data.inputs = as_tensor(std::move(*images), shape);
  const at::Tensor numbers = as_tensor(std::move(*labels), {count});
  if (auto set = set_targets(data, numbers, request, {folder}); !set) {
    return core::Failure(set.error());
  }
  return data;
}

std::vector<fs::path> idx_folder_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& part : {kTrain, kTest}) {
    for (const auto& file : {part.labels, part.images}) {
      if (auto path = find(folder, file)) files.push_back(std::move(*path));
    }
  }
  return files;
}

}  // namespace lrsweep::trainer
