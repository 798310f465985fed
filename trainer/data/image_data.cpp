#include "trainer/data/image_data.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>

#include "core/text.hpp"
#include "trainer/data/idx_file.hpp"

namespace lrsweep::trainer {
namespace {

namespace fs = std::filesystem;

struct BuiltIn {
  std::string_view name;
  std::string_view folder;
  std::string_view package;
};
constexpr std::array kBuiltIns{
    BuiltIn{"fashion-mnist", "/usr/share/datasets/fashion-mnist", "dataset-fashion-mnist"}};

const BuiltIn* find_built_in(std::string_view source) {
  const auto* found = std::find_if(kBuiltIns.begin(), kBuiltIns.end(),
                                   [&](const BuiltIn& row) { return row.name == source; });
  return found == kBuiltIns.end() ? nullptr : found;
}

fs::path folder_of(const core::Spec& spec) {
  const auto* built_in = find_built_in(spec.text("data.source"));
  if (built_in == nullptr) return spec.text("data.source");
  return spec.has("data.dir") ? fs::path(spec.text("data.dir")) : fs::path(built_in->folder);
}

std::string how_to_get_it(const core::Spec& spec) {
  const auto* built_in = find_built_in(spec.text("data.source"));
  if (built_in == nullptr) {
    return "--data takes fashion-mnist or a folder that holds train-images-idx3-ubyte and "
           "train-labels-idx1-ubyte (.gz or not)";
  }
  return fmt::format("install it: apt install {}, or --data-dir FOLDER", built_in->package);
}

// The file of that standard name, with or without .gz.
core::Result<fs::path> find_file(const fs::path& folder, const std::string& name,
                                 const core::Spec& spec) {
  for (const char* suffix : {"", ".gz"}) {
    std::error_code ignored;
    const fs::path path = folder / (name + suffix);
    if (fs::exists(path, ignored)) return path;
  }
  return core::fail(
      core::ErrorKind::kData,
      fmt::format("{} is missing (neither it nor {}.gz is there); {}",
                  core::printable((folder / name).string()), name, how_to_get_it(spec)));
}

core::Result<IdxFile> read_part(const core::Spec& spec, const std::string& name, int dimensions) {
  const auto path = find_file(folder_of(spec), name, spec);
  if (!path) return core::Failure(path.error());
  return read_idx(*path, dimensions);
}

core::Result<void> check_sizes(const IdxFile& images, const IdxFile& labels,
                               const core::Spec& spec) {
  const auto count = images.shape[0];
  if (labels.size != count) {
    return core::fail(core::ErrorKind::kData,
                      fmt::format("{}: {} training images, but {} labels",
                                  core::printable(folder_of(spec).string()), count, labels.size));
  }
  if (spec.has("data.limit") && spec.integer("data.limit") > count) {
    return core::fail(core::ErrorKind::kData,
                      fmt::format("data.limit {}: the training part has {} samples",
                                  spec.integer("data.limit"), count));
  }
  return {};
}

core::Result<std::int64_t> count_classes(const IdxFile& labels, const core::Spec& spec) {
  const auto* first = labels.bytes.get();
  const std::int64_t classes = 1 + std::int64_t{*std::max_element(first, first + labels.size)};
  if (classes < 2) {
    return core::fail(core::ErrorKind::kData,
                      fmt::format("{}: every label is 0; at least two classes are needed",
                                  core::printable(folder_of(spec).string())));
  }
  return classes;
}

// Takes the file's bytes without a copy.
at::Tensor as_tensor(IdxFile file, at::IntArrayRef shape) {
  auto* bytes = file.bytes.release();
  return at::from_blob(
      bytes, shape, [bytes](void*) { delete[] bytes; }, at::TensorOptions(at::kByte));
}

}  // namespace

core::Result<ImageData> load_training_data(const core::Spec& spec) {
  auto labels = read_part(spec, "train-labels-idx1-ubyte", 1);
  if (!labels) return core::Failure(labels.error());
  auto images = read_part(spec, "train-images-idx3-ubyte", 3);
  if (!images) return core::Failure(images.error());
  if (auto fit = check_sizes(*images, *labels, spec); !fit) return core::Failure(fit.error());
  const auto classes = count_classes(*labels, spec);
  if (!classes) return core::Failure(classes.error());

  const auto count = images->shape[0];
  const auto kept = spec.has("data.limit") ? spec.integer("data.limit") : count;
  const std::vector<std::int64_t> shape{count, 1, images->shape[1], images->shape[2]};
  ImageData data;
  data.images = as_tensor(std::move(*images), shape).narrow(0, 0, kept);
  data.labels = as_tensor(std::move(*labels), {count}).narrow(0, 0, kept).to(at::kLong);
  data.classes = *classes;
  return data;
}

std::string data_key(const core::Spec& spec) {
  return fmt::format("{}\n{}", folder_of(spec).string(),
                     spec.has("data.limit") ? spec.integer("data.limit") : -1);
}

}  // namespace lrsweep::trainer
