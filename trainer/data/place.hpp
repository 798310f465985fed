// Where in a file something is wrong, for messages.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "core/text.hpp"
#include "trainer/data/open_file.hpp"

namespace lrsweep::trainer {

struct Place {
  std::filesystem::path path;
  std::string array = {};  // its name, where the file holds several

  // A kData error "path: array "x": problem".
  [[nodiscard]] core::Failure error(std::string_view problem) const {
    if (array.empty()) return data_error(path, problem);
    return data_error(path, fmt::format("array {}: {}", core::quoted(array), problem));
  }
};

}  // namespace lrsweep::trainer
