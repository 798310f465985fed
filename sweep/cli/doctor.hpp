// Checks of machine, programs, data and database: what `lrsweep doctor` runs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lrsweep::cli {

struct Finding {
  std::string what;  // "worker programs"
  bool ok = true;
  std::string found;  // what is there, or what is wrong and what to do
};

// None of them changes anything but the output folder, which is created where it is missing.
[[nodiscard]] std::vector<Finding> examine(const std::filesystem::path& out);

}  // namespace lrsweep::cli
