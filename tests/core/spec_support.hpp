// Specs from flags and texts, and what is wrong with them.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include <catch2/catch.hpp>

#include "core/spec.hpp"

namespace lrsweep::core {

struct Setting {
  std::string_view key;
  std::string_view value;
};

inline Result<Spec> built(std::initializer_list<Setting> settings) {
  SpecBuilder builder;
  for (const auto& [key, value] : settings) builder.set(key, value, "--set");
  return builder.build();
}

inline Spec given(std::initializer_list<Setting> settings) {
  const auto spec = built(settings);
  INFO((spec ? "" : spec.error().message));
  REQUIRE(spec);
  return *spec;
}

inline std::string problems_of(const Result<Spec>& spec) {
  if (spec) return "";
  CHECK(spec.error().kind == ErrorKind::kUsage);
  return spec.error().message;
}

inline std::string problems_with(std::string_view key, std::string_view value) {
  return problems_of(built({{key, value}}));
}

inline std::string problems_in(std::string_view text) {
  SpecBuilder builder;
  builder.add_text(text, "f.json");
  return problems_of(builder.build());
}

}  // namespace lrsweep::core
