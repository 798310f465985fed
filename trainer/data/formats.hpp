// The registry of data formats. A new one is a pair of files that defines a DataFormat, and a line
// in formats.cpp.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "trainer/data/dataset.hpp"

namespace lrsweep::trainer {

enum class Part { kTrain, kTest };

// What the spec says of the data beside their path.
struct LoadRequest {
  Part part = Part::kTrain;
  std::string label = {};              // data.label; empty: the format's usual names
  std::string task = "auto";           // data.task
  std::vector<std::string> drop = {};  // data.drop
  // The training part, when samples are loaded that must fit it: their words and columns are
  // numbered as there.
  const Dataset* train = nullptr;
};

struct DataFormat {
  std::string_view name;     // "idx"
  std::string_view expects;  // for messages: "a folder with …"

  // What it can be told beside the path: data.label, data.drop.
  bool names_labels = false;
  bool drops_columns = false;

  // True where a file or folder looks like this format: by names and first bytes, in microseconds.
  bool (*recognise)(const std::filesystem::path& path) = nullptr;

  // True where the part that is asked for is kept there: by names, or a short header.
  bool (*has)(const std::filesystem::path& path, const LoadRequest& request) = nullptr;

  // One part, whole and checked. kData for what is missing or malformed.
  core::Result<Dataset> (*load)(const std::filesystem::path& path,
                                const LoadRequest& request) = nullptr;

  // The files that load() would read, as far as they are there.
  std::vector<std::filesystem::path> (*files)(const std::filesystem::path& path) = nullptr;
};

// The files of a format that is one file.
[[nodiscard]] std::vector<std::filesystem::path> only_file(const std::filesystem::path& path);

[[nodiscard]] std::span<const DataFormat> data_formats();

// The first format that recognises the path; null where none does.
[[nodiscard]] const DataFormat* format_of(const std::filesystem::path& path);

}  // namespace lrsweep::trainer
