// Strict access to the fields of one message. For core/messages.cpp only.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "core/json.hpp"
#include "core/messages.hpp"

namespace lrsweep::core {

// Reads the fields of one message; a missing field or a wrong type throws Malformed, which stops at
// decode_*().
struct Malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Fields {
 public:
  explicit Fields(const Json& json) : json_(json) {
    if (!json.is_object()) throw Malformed("not a JSON object");
  }

  [[nodiscard]] const Json& at(const char* name) const {
    const auto found = json_.find(name);
    if (found == json_.end()) throw Malformed(fmt::format("field {} is missing", name));
    return *found;
  }
  [[nodiscard]] std::string text(const char* name) const {
    require(at(name).is_string(), name, "a string");
    return at(name).get<std::string>();
  }
  [[nodiscard]] std::int64_t integer(const char* name) const {
    const Json& value = at(name);
    require(value.is_number_integer(), name, "an integer");
    constexpr std::uint64_t kLargest = std::numeric_limits<std::int64_t>::max();
    const bool fits = !value.is_number_unsigned() || value.get<std::uint64_t>() <= kLargest;
    require(fits, name, "an integer of 64 bits");
    return value.get<std::int64_t>();
  }
  [[nodiscard]] int small(const char* name) const {
    const auto value = integer(name);
    require(value >= 0 && value <= std::numeric_limits<int>::max(), name, "a small integer");
    return static_cast<int>(value);
  }
  [[nodiscard]] double real(const char* name) const {
    const Json& value = at(name);
    if (value.is_number()) return value.get<double>();
    if (value == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (value == "inf") return std::numeric_limits<double>::infinity();
    require(value == "-inf", name, "a number");
    return -std::numeric_limits<double>::infinity();
  }
  template <class T>
  [[nodiscard]] T word(const char* name) const {
    const auto value = parse<T>(text(name));
    require(value.has_value(), name, "a known word");
    return *value;
  }
  [[nodiscard]] RunId run_id() const { return RunId{integer("run_id")}; }
  [[nodiscard]] const Json& list(const char* name) const {
    require(at(name).is_array(), name, "a list");
    return at(name);
  }
  void require_version() const {
    const auto version = integer("version");
    if (version != kProtocolVersion) {
      throw Malformed(
          fmt::format("protocol version {}, this program speaks {}", version, kProtocolVersion));
    }
  }

 private:
  static void require(bool condition, const char* name, const char* what) {
    if (!condition) throw Malformed(fmt::format("field {} is not {}", name, what));
  }
  const Json& json_;
};

}  // namespace lrsweep::core
