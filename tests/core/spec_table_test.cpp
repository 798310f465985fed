#include "core/spec_table.hpp"

#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

#include <catch2/catch.hpp>

#include "core/files.hpp"
#include "core/json.hpp"
#include "core/spec_value.hpp"
#include "core/text.hpp"

using namespace lrsweep::core;

// LRSWEEP_RENEW=1 writes the page instead.
TEST_CASE("spec table: docs/spec.md is made from it") {
  const std::filesystem::path page = LRSWEEP_SOURCE_DIR "/docs/spec.md";
  if (std::getenv("LRSWEEP_RENEW") != nullptr) {
    REQUIRE(write_file_atomically(page, spec_table_markdown()));
  }
  const auto text = read_file(page, 1U << 20U, ErrorKind::kData);
  REQUIRE(text);
  CHECK(*text == spec_table_markdown());
}

TEST_CASE("spec table: every row holds together") {
  std::set<std::string_view> keys;
  for (const SpecKey& row : spec_table()) {
    INFO(row.key);
    CHECK(keys.insert(row.key).second);
    CHECK(find_spec_key(row.key) == &row);
    CHECK(row.help.ends_with("."));
    CHECK(is_utf8(row.help));
    const auto value = checked_value(row, Json::parse(row.default_json));
    REQUIRE(value);
    CHECK(*value == Json::parse(row.default_json));
    CHECK((row.choices.empty() || row.type == SpecType::kText));
  }
  CHECK(find_spec_key("lr") == nullptr);
  CHECK(find_spec_key("") == nullptr);
}

TEST_CASE("spec table: what a key allows, in words") {
  const auto allowed = [](std::string_view key) { return allowed_text(*find_spec_key(key)); };
  CHECK(allowed("optimizer.lr") == "a number above 0, or null");
  CHECK(allowed("optimizer.beta1") == "a number from 0 to 0.9999, or null");
  CHECK(allowed("model.name") == "one of cnn, linear, mlp, resnet18, synthetic, vit");
  CHECK(allowed("name") == "a text, or null");
  CHECK(allowed("schedule.every") ==
        "updates (100), epochs (\"2ep\") or a share of the run (\"5%\"), or null");
}

TEST_CASE("spec table: both texts name every key, its default and what is allowed") {
  const auto page = spec_table_markdown();
  const auto text = spec_table_text();
  for (const SpecKey& row : spec_table()) {
    const auto key = std::string(row.key);
    const auto default_json = std::string(row.default_json);
    CHECK(page.find("| `" + key + "` | `" + default_json + "` | ") != std::string::npos);
    CHECK(text.find(key + " = " + default_json + "\n") != std::string::npos);
    CHECK(text.find(allowed_text(row)) != std::string::npos);
    CHECK(text.find(row.help) != std::string::npos);
  }
}
