#include "trainer/data/npz_file.hpp"

#include <algorithm>
#include <utility>

#include "trainer/data/array_names.hpp"
#include "trainer/data/first_bytes.hpp"
#include "trainer/data/npy_array.hpp"
#include "trainer/data/samples.hpp"
#include "trainer/data/zip_file.hpp"

namespace lrsweep::trainer {
namespace {

namespace fs = std::filesystem;

// savez puts .npy after each name.
std::string array_name(const ZipMember& member) {
  const std::string& name = member.name;
  return name.ends_with(".npy") ? name.substr(0, name.size() - 4) : name;
}

std::vector<std::string> array_names(const ZipFile& zip) {
  std::vector<std::string> names;
  for (const auto& member : zip.members) names.push_back(array_name(member));
  return names;
}

core::Result<NpyArray> read_array(const ZipFile& zip, const std::string& name,
                                  const fs::path& path) {
  const auto member =
      std::find_if(zip.members.begin(), zip.members.end(),
                   [&](const ZipMember& candidate) { return array_name(candidate) == name; });
  const Place place{path, name};
  if (member->deflated) return read_npy(*open_deflated(zip, *member, path), place);
  if (auto whole = check_stored(zip, *member, path); !whole) return core::Failure(whole.error());
  return map_npy(zip.file, member->begin, member->size, place);
}

}  // namespace

bool is_npz(const fs::path& path) { return first_bytes(path, 4) == "PK\x03\x04"; }

bool has_npz_part(const fs::path& path, const LoadRequest& request) {
  const auto zip = open_zip(path);
  return zip && find_arrays(array_names(*zip), request).has_value();
}

core::Result<Dataset> load_npz(const fs::path& path, const LoadRequest& request) {
  const auto zip = open_zip(path);
  if (!zip) return core::Failure(zip.error());
  const auto names = expect_arrays(array_names(*zip), request, {path});
  if (!names) return core::Failure(names.error());
  const auto inputs = read_array(*zip, names->inputs, path);
  if (!inputs) return core::Failure(inputs.error());
  const auto labels = read_array(*zip, names->labels, path);
  if (!labels) return core::Failure(labels.error());
  return make_dataset({inputs->values, {path, names->inputs}, inputs->mapped},
                      {labels->values, {path, names->labels}}, request);
}

}  // namespace lrsweep::trainer
