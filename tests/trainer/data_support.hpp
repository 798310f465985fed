// Data files for tests, and what loading them says.
#pragma once

#include <ATen/core/Tensor.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "make_idx.hpp"
#include "tests/support/temporary_folder.hpp"
#include "trainer/data/dataset.hpp"
#include "training_support.hpp"

namespace lrsweep::trainer {

using Settings = std::vector<std::pair<std::string, std::string>>;

[[nodiscard]] inline std::string from_hex(std::string_view digits) {
  std::string bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    bytes.push_back(static_cast<char>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16)));
  }
  return bytes;
}

[[nodiscard]] inline core::Spec spec_of(const std::filesystem::path& source,
                                        Settings settings = {}) {
  settings.emplace_back("data.source", source.string());
  return spec_with(settings);
}

// The training part of what is there; fails the test where it cannot be loaded.
[[nodiscard]] inline Dataset loaded(const std::filesystem::path& source, Settings settings = {}) {
  const auto data = load_training_data(spec_of(source, std::move(settings)));
  if (!data) FAIL(data.error().message);
  return *data;
}

[[nodiscard]] inline std::string problem_of_loading(const std::filesystem::path& source,
                                                    Settings settings = {}) {
  const auto data = load_training_data(spec_of(source, std::move(settings)));
  if (data) return "loaded";
  CHECK(data.error().kind == core::ErrorKind::kData);
  CHECK(data.error().message.find('\n') == std::string::npos);
  return data.error().message;
}

// True where type, shape and numbers are the same.
[[nodiscard]] inline bool same(const at::Tensor& a, const at::Tensor& b) {
  return a.scalar_type() == b.scalar_type() && a.sizes() == b.sizes() && a.equal(b);
}

}  // namespace lrsweep::trainer
