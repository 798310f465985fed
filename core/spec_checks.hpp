// What must hold between keys. For core/spec*.cpp only.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/spec.hpp"

namespace lrsweep::core {

struct SpecCheck {
  std::string_view key;  // the two keys it is about; a problem names the place of either
  std::string_view other_key;
  std::optional<std::string> (*problem)(const Spec& spec);
};

[[nodiscard]] std::span<const SpecCheck> spec_checks();

}  // namespace lrsweep::core
