#include <string>

#include <catch2/catch.hpp>

#include "core/files.hpp"
#include "core/json.hpp"
#include "tests/core/spec_support.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace lrsweep::core;

namespace {

constexpr const char* kWhole = R"({ // what is trained
  "name": "fmnist-é",
  /* nested or dotted,
     as one likes */
  "optimizer": { "name": "adamw", "lr": 1e-3 },
  "train.batch_size": 256,
  "resources": { "trial_timeout": "15m" }
})";

std::string nested(std::size_t levels) {
  std::string text;
  for (std::size_t i = 0; i < levels; ++i) text += "{\"a\":";
  return text + "1" + std::string(levels, '}');
}

}  // namespace

TEST_CASE("spec file: comments, sections and dotted keys") {
  SpecBuilder builder;
  builder.add_text(kWhole, "f.json");
  const auto spec = builder.build();
  REQUIRE(spec);
  CHECK(spec->text("name") == "fmnist-é");
  CHECK(spec->text("optimizer.name") == "adamw");
  CHECK(spec->number("optimizer.lr") == 1e-3);
  CHECK(spec->integer("train.batch_size") == 256);
  CHECK(spec->number("resources.trial_timeout") == 900);
}

TEST_CASE("spec file: all problems at once, in the order of their lines") {
  CHECK(problems_in(R"({
  "optimizer": { "lr": -1,
                 "momentum": "big",
                 "name": "sdg" },
  // a comment
  "modle": { "name": "cnn" },
  "train": { "batchsize": 128, "accumulate": 1.5,
             "seed": 0, "seed": 1 },
  "range_test": { "stop": 1, "updates": 0 },
  "data": 3,
  "model": { "channels": [16, -2], "hidden": [] }, "optimizer.lr": 0.1
})") == R"(f.json:2: optimizer.lr is -1; allowed: a number above 0, or null
f.json:3: optimizer.momentum is "big"; allowed: a number from 0 to 0.9999, or null
f.json:4: optimizer.name is "sdg"; allowed: one of adagrad, adam, adamw, lamb, lion, rmsprop, sgd
f.json:6: unknown key "modle"; did you mean model?
f.json:7: unknown key "train.batchsize"; did you mean train.batch_size?
f.json:7: train.accumulate is 1.5; allowed: an integer from 1 to 4096
f.json:8: train.seed is given twice
f.json:9: range_test.stop is 1; allowed: true or false
f.json:9: range_test.updates is 0; allowed: an integer from 1 to 1000000
f.json:10: data is a section; allowed: an object of keys
f.json:11: optimizer.lr is given twice
f.json:11: model.channels is [16,-2]; allowed: a list of integers, each from 1 to 4096
f.json:11: model.hidden is []; allowed: a list of integers, each from 1 to 65536, or null)");
}

TEST_CASE("spec file: problems of several files and flags in one answer, later ones win") {
  SpecBuilder builder;
  builder.add_text(R"({"optimizer": {"lr": 0}})", "a.json");
  builder.add_text("\n{\"colour\": 1}", "b.json");
  builder.set("momentum", "2", "--momentum");
  builder.add_file("/nowhere/c.json");
  CHECK(problems_of(builder.build()) ==
        R"(a.json:1: optimizer.lr is 0; allowed: a number above 0, or null
b.json:2: unknown key "colour"; lrsweep help-spec lists the keys
--momentum: optimizer.momentum is 2; allowed: a number from 0 to 0.9999, or null
cannot read /nowhere/c.json: No such file or directory)");

  SpecBuilder good;
  good.add_text(R"({"optimizer": {"lr": 0.1, "momentum": 0.5}})", "a.json");
  good.add_text(R"({"optimizer": {"lr": 0.2}})", "b.json");
  good.set("momentum", "null", "--momentum");
  const auto spec = good.build();
  REQUIRE(spec);
  CHECK(spec->number("optimizer.lr") == 0.2);
  CHECK_FALSE(spec->has("optimizer.momentum"));
}

TEST_CASE("spec file: null only where it has a meaning") {
  CHECK(problems_in(R"({"optimizer": {"lr": null}, "name": null})") == "");
  CHECK(problems_in(R"({"train": {"seed": null}})") ==
        "f.json:1: train.seed is null; allowed: an integer from 0 to 9007199254740991");
}

TEST_CASE("spec file: the line of a syntax error") {
  CHECK(problems_in("").starts_with("f.json:1: syntax error"));
  CHECK(problems_in("[1]") == "f.json:1: not a JSON object; allowed: { \"model\": { … }, … }");
  CHECK(problems_in("{\n\"name\": \"a\n\"}").starts_with("f.json:2: "));
  CHECK(problems_in("{\n\"name\": \"a\"\n\"model\": {}}").starts_with("f.json:3: "));
  CHECK(problems_in("{\n\"name\": nan}").starts_with("f.json:2: "));
  CHECK(problems_in("{\n\n\"train\": {\"seed\": 1e999}}") ==
        "f.json:3: number overflow parsing '1e999'");
  CHECK(problems_in("{} {}").starts_with("f.json:1: syntax error"));
}

TEST_CASE("spec file: hostile texts are problems of one line, never more") {
  const std::string texts[] = {
      "{\"a\xff\": 1}",
      "{\"\\u0000\": 1, \"\\u001b[2J\\n\": 2}",
      std::string("{\"name\": \"a\0b\"}", 14),
      "{\"name\": \"\\u0000\"}",
      "{\"train\": {\"seed\": 99999999999999999999999}}",
      "{\"train\": {\"seed\": 9007199254740993}}",
      "{\"data\": {\"limit\": 9007199254740993}}",
      "{\"name\": \"" + std::string(100'000, 'x') + "\"}",
      "{\"" + std::string(100'000, 'k') + "\": 1}",
      "{\"model\": {\"channels\": [" + std::string(20'000, ' ') + "]}}",
      nested(17),
      nested(200'000),
      std::string(500'000, '['),
      "{\"model\": [" + nested(3) + ", " + nested(3) + "]}",
  };
  for (const auto& text : texts) {
    const auto problems = problems_in(text);
    INFO(text.substr(0, 80));
    CHECK(problems.starts_with("f.json:1: "));
    CHECK(problems.size() < 700);
    for (const char c : problems) CHECK((c == '\n' || static_cast<unsigned char>(c) >= 0x20));
  }
  CHECK(problems_in(nested(17)) == "f.json:1: nested deeper than 16 levels");
  CHECK(problems_in("{\"model\": [{\"a\": 1}, {\"a\": 2}]}") ==
        "f.json:1: model is a section; allowed: an object of keys");
}

TEST_CASE("spec file: cut at any byte it is refused, and never more than that") {
  const std::string whole = kWhole;
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    const auto problems = problems_in(whole.substr(0, bytes));
    INFO(bytes);
    REQUIRE(problems.starts_with("f.json:"));
    REQUIRE(problems.find('\n') == std::string::npos);
  }
  CHECK(problems_in(whole) == "");
}

TEST_CASE("spec file: any byte changed is read or refused") {
  for (std::size_t at = 0; at < std::string_view(kWhole).size(); ++at) {
    for (const char byte : {'\0', '"', '}', '\xff'}) {
      std::string text = kWhole;
      text[at] = byte;
      const auto problems = problems_in(text);
      REQUIRE((problems.empty() || problems.starts_with("f.json:")));
    }
  }
}

TEST_CASE("spec file: from the disk") {
  const TemporaryFolder folder;
  const auto path = folder / "a\nb.json";
  REQUIRE(write_file_atomically(path, "{\n\"lr\": 1}"));
  SpecBuilder builder;
  builder.add_file(path);
  builder.add_file(folder.path());
  REQUIRE(write_file_atomically(folder / "large", std::string((1U << 20U) + 1, ' ')));
  builder.add_file(folder / "large");
  CHECK(problems_of(builder.build()) ==
        folder.path().string() + "/a\\nb.json:2: unknown key \"lr\"; did you mean optimizer.lr?\n" +
            "cannot read " + folder.path().string() + ": not a file\n" + "cannot read " +
            folder.path().string() + "/large: larger than 1048576 bytes");
}
