#include <cmath>
#include <limits>
#include <string>

#include <catch2/catch.hpp>

#include "core/json.hpp"

using namespace lrsweep::core;

TEST_CASE("json: numbers that JSON lacks become null") {
  CHECK(json_number(0.1) == Json(0.1));
  CHECK(json_number(std::nan("")).is_null());
  CHECK(json_number(-std::numeric_limits<double>::infinity()).is_null());
  CHECK(json_number(std::optional<double>()).is_null());
  CHECK(json_number(std::optional(2.0)) == Json(2.0));
}

TEST_CASE("json: keys keep their order, bytes that are not UTF-8 are replaced") {
  Json json;
  json["z"] = "a\xff";
  json["a"] = 1;
  CHECK(dump(json) == "{\"z\":\"a\xEF\xBF\xBD\",\"a\":1}");
  CHECK(dump(Json::array({1}), 2) == "[\n  1\n]");
}

TEST_CASE("json: what is wrong is said with its place") {
  CHECK(parse_json("[1, 2]", "x")->size() == 2);
  for (const char* text :
       {"", "{", "[1,]", "nan", "1 2", "\"\xff\"", "{\"a\": 1e999}", "// 1\n1"}) {
    const auto json = parse_json(text, "curve.json");
    REQUIRE_FALSE(json);
    CHECK(json.error().message.starts_with("curve.json: not JSON: "));
    CHECK(json.error().message.find('\n') == std::string::npos);
  }
}

TEST_CASE("json: deep nesting is refused before anybody walks it") {
  const auto nested = [](std::size_t levels) {
    return std::string(levels, '[') + std::string(levels, ']');
  };
  CHECK(parse_json(nested(256), "x"));
  CHECK_FALSE(parse_json(nested(257), "x"));
  CHECK_FALSE(parse_json(nested(2'000'000), "x"));
  CHECK_FALSE(parse_json(std::string(2'000'000, '['), "x"));
  const auto brackets_in_text = "\"" + std::string(1000, '[') + R"(\"[")";
  CHECK(parse_json(brackets_in_text, "x"));
  CHECK_FALSE(parse_json("[\"\\\\\"," + nested(256) + "]", "x"));
}
