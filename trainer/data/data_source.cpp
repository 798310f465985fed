#include "trainer/data/data_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "core/text.hpp"
#include "trainer/data/open_file.hpp"

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

std::vector<std::string_view> built_in_names() {
  std::vector<std::string_view> names;
  for (const auto& row : kBuiltIns) names.push_back(row.name);
  return names;
}

std::string what_is_taken() {
  std::string taken = fmt::format("--data takes {}", fmt::join(built_in_names(), ", "));
  for (const auto& format : data_formats()) taken.append(", or ").append(format.expects);
  return taken;
}

// What to do about data that is not where the spec says.
std::string advice(const core::Spec& spec) {
  const auto source = spec.text("data.source");
  if (const auto* built_in = find_built_in(source)) {
    return fmt::format("install it: apt install {}, or --data-dir FOLDER", built_in->package);
  }
  const auto near = core::nearest(source, built_in_names());
  return near.empty() ? what_is_taken() : fmt::format("did you mean {}? {}", near, what_is_taken());
}

core::Failure not_there(const core::Spec& spec, std::string_view problem) {
  return data_error(source_path(spec), fmt::format("{}; {}", problem, advice(spec)));
}

core::Result<void> check_keys(const core::Spec& spec) {
  if (!spec.has("data.dir") || find_built_in(spec.text("data.source")) != nullptr) return {};
  return core::fail(
      core::ErrorKind::kUsage,
      fmt::format("data.dir is {}: only with a built-in data.source ({}), which is {}",
                  core::quoted(spec.text("data.dir")), fmt::join(built_in_names(), ", "),
                  core::quoted(spec.text("data.source"))));
}

// Changes when the file is replaced or written to.
std::string file_identity(const fs::path& path) {
  std::error_code ignored;
  return fmt::format("{} {} {}", path.string(), fs::file_size(path, ignored),
                     fs::last_write_time(path, ignored).time_since_epoch().count());
}

}  // namespace

fs::path source_path(const core::Spec& spec) {
  const auto* built_in = find_built_in(spec.text("data.source"));
  if (built_in == nullptr) return spec.text("data.source");
  return spec.has("data.dir") ? fs::path(spec.text("data.dir")) : fs::path(built_in->folder);
}

core::Result<const DataFormat*> source_format(const core::Spec& spec) {
  if (auto keys = check_keys(spec); !keys) return core::Failure(keys.error());
  const fs::path path = source_path(spec);
  std::error_code error;
  const auto status = fs::status(path, error);
  if (!fs::exists(status)) {
    return not_there(
        spec, status.type() == fs::file_type::not_found ? "no such folder" : error.message());
  }
  const auto* format = format_of(path);
  if (format == nullptr) return not_there(spec, "holds no training data of a known format");
  return format;
}

std::string identity_of(const fs::path& path) {
  std::string key = path.string();
  const auto* format = format_of(path);
  if (format == nullptr) return key;
  for (const auto& file : format->files(path)) key.append(1, '\n').append(file_identity(file));
  return key;
}

}  // namespace lrsweep::trainer
