#include "core/spec_document.hpp"

#include <string>

#include "core/check.hpp"
#include "core/json.hpp"
#include "core/spec_table.hpp"

namespace lrsweep::core {
namespace {

// "optimizer.lr" → "optimizer", "lr"; "name" → "", "name".
std::pair<std::string, std::string> split(std::string_view key) {
  const auto dot = key.find('.');
  if (dot == std::string_view::npos) return {"", std::string(key)};
  return {std::string(key.substr(0, dot)), std::string(key.substr(dot + 1))};
}

}  // namespace

Json default_document() {
  Json document = Json::object();
  for (const SpecKey& key : spec_table()) {
    set_value(document, key.key, Json::parse(key.default_json));
  }
  return document;
}

const Json& value_at(const Json& document, std::string_view key) {
  const auto [section, name] = split(key);
  const Json& object = section.empty() ? document : document.at(section);
  const auto found = object.find(name);
  LRSWEEP_CHECK(found != object.end(), "a spec without one of its keys");
  return *found;
}

void set_value(Json& document, std::string_view key, Json value) {
  const auto [section, name] = split(key);
  Json& object = section.empty() ? document : document[section];
  object[name] = std::move(value);
}

bool is_section(std::string_view path) {
  const std::string prefix = std::string(path) + ".";
  for (const SpecKey& key : spec_table()) {
    if (key.key.starts_with(prefix)) return true;
  }
  return false;
}

}  // namespace lrsweep::core
