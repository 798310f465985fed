// Models for tests, made from settings of the spec.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "trainer/models/registry.hpp"
#include "training_support.hpp"

namespace lrsweep::trainer {

using Settings = std::vector<std::pair<std::string, std::string>>;

inline std::unique_ptr<Model> model_of(const Settings& settings, const ModelShape& shape = kShape) {
  auto model =
      make_model(spec_with(settings), shape, {.init = 7, .dropout = 3}, c10::Device(c10::kCPU));
  INFO((model ? "" : model.error().message));
  REQUIRE(model.has_value());
  return *std::move(model);
}

inline Settings with(Settings settings, const Settings& more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

}  // namespace lrsweep::trainer
