#include "trainer/data/npy_file.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "trainer/data/first_bytes.hpp"
#include "trainer/data/npy_array.hpp"
#include "trainer/data/samples.hpp"

namespace lrsweep::trainer {
namespace {

namespace fs = std::filesystem;

// data.label names the training part's.
std::vector<fs::path> label_candidates(const fs::path& path, const LoadRequest& request) {
  if (!request.label.empty() && request.train == nullptr)
    return {path.parent_path() / request.label};
  const std::string stem = path.stem().string();
  std::vector<std::string> names{stem + "_labels.npy"};
  if (stem.starts_with("x") || stem.starts_with("X"))
    names.push_back("y" + stem.substr(1) + ".npy");
  if (names.back() != "y.npy") names.push_back("y.npy");
  std::vector<fs::path> paths;
  for (const auto& name : names) paths.push_back(path.parent_path() / name);
  return paths;
}

std::optional<fs::path> find_labels(const std::vector<fs::path>& candidates) {
  std::error_code ignored;
  for (const auto& path : candidates) {
    if (fs::exists(path, ignored)) return path;
  }
  return std::nullopt;
}

core::Result<LoadedArray> read_file(const fs::path& path) {
  const auto file = MappedFile::open(path);
  if (!file) return core::Failure(file.error());
  const auto array = map_npy(*file, 0, (*file)->size(), {path});
  if (!array) return core::Failure(array.error());
  return LoadedArray{array->values, {path}, array->mapped};
}

core::Failure no_labels(const fs::path& path, const std::vector<fs::path>& candidates) {
  std::vector<std::string> names;
  for (const auto& candidate : candidates)
    names.push_back(core::shortened(candidate.filename().string()));
  return data_error(path, fmt::format("its labels are missing: looked beside it for {}; put "
                                      "them there, or name the training part's with data.label",
                                      fmt::join(names, ", ")));
}

}  // namespace

bool is_npy(const fs::path& path) { return first_bytes(path, 6) == "\x93NUMPY"; }

bool has_npy_part(const fs::path&, const LoadRequest& request) {
  return request.part == Part::kTrain;
}

core::Result<Dataset> load_npy(const fs::path& path, const LoadRequest& request) {
  const auto candidates = label_candidates(path, request);
  const auto labels_path = find_labels(candidates);
  if (!labels_path) return no_labels(path, candidates);
  const auto inputs = read_file(path);
  if (!inputs) return core::Failure(inputs.error());
  const auto labels = read_file(*labels_path);
  if (!labels) return core::Failure(labels.error());
  return make_dataset(*inputs, *labels, request);
}

std::vector<fs::path> npy_files(const fs::path& path) {
  std::vector<fs::path> files{path};
  if (const auto labels = find_labels(label_candidates(path, {}))) files.push_back(*labels);
  return files;
}

}  // namespace lrsweep::trainer
