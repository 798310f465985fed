#include "core/spec.hpp"

#include <cstdlib>

#include <fmt/format.h>

#include "core/check.hpp"
#include "core/json.hpp"
#include "core/sha256.hpp"
#include "core/spec_document.hpp"
#include "core/spec_table.hpp"

namespace lrsweep::core {
namespace {

const Json& typed_value(const Json& document, std::string_view key, SpecType type) {
  const SpecKey* row = find_spec_key(key);
  LRSWEEP_CHECK(row != nullptr, "a key that the spec's table lacks");
  const bool number_of_seconds = type == SpecType::kNumber && row->type == SpecType::kSeconds;
  LRSWEEP_CHECK(row->type == type || number_of_seconds, "a key asked for as another type");
  return value_at(document, key);
}

const Json& required_value(const Json& document, std::string_view key, SpecType type) {
  const Json& value = typed_value(document, key, type);
  LRSWEEP_CHECK(!value.is_null(), "a null asked for its value");
  return value;
}

}  // namespace

Spec::Spec() : document_(std::make_unique<Json>(default_document())) {}
Spec::Spec(const Spec& other) : document_(std::make_unique<Json>(*other.document_)) {}
Spec::Spec(Spec&&) noexcept = default;
Spec& Spec::operator=(const Spec& other) {
  if (this != &other) document_ = std::make_unique<Json>(*other.document_);
  return *this;
}
Spec& Spec::operator=(Spec&&) noexcept = default;
Spec::~Spec() = default;

bool Spec::has(std::string_view key) const {
  LRSWEEP_CHECK(find_spec_key(key) != nullptr, "a key that the spec's table lacks");
  return !value_at(*document_, key).is_null();
}

bool Spec::flag(std::string_view key) const {
  return required_value(*document_, key, SpecType::kFlag).get<bool>();
}

std::int64_t Spec::integer(std::string_view key) const {
  return required_value(*document_, key, SpecType::kInteger).get<std::int64_t>();
}

double Spec::number(std::string_view key) const {
  return required_value(*document_, key, SpecType::kNumber).get<double>();
}

std::string Spec::text(std::string_view key) const {
  return required_value(*document_, key, SpecType::kText).get<std::string>();
}

std::vector<std::int64_t> Spec::integers(std::string_view key) const {
  return required_value(*document_, key, SpecType::kIntegers).get<std::vector<std::int64_t>>();
}

const Json& Spec::json(std::string_view key) const {
  LRSWEEP_CHECK(find_spec_key(key) != nullptr, "a key that the spec's table lacks");
  return value_at(*document_, key);
}

std::string Spec::to_json() const { return dump(*document_); }

const Json& Spec::document() const { return *document_; }

std::string Spec::sha256() const {
  Json trained = Json::object();
  for (const SpecKey& key : spec_table()) {
    if (key.key != "name" && !key.placement)
      set_value(trained, key.key, value_at(*document_, key.key));
  }
  return sha256_hex(dump(trained));
}

}  // namespace lrsweep::core
