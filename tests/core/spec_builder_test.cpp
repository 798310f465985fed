#include <string>

#include <catch2/catch.hpp>

#include "tests/core/spec_support.hpp"

using namespace lrsweep::core;

TEST_CASE("spec flags: values as they are typed") {
  CHECK(given({{"lr", "1e-4"}}).number("optimizer.lr") == 1e-4);
  CHECK(given({{"lr", ".5"}}).number("optimizer.lr") == 0.5);
  CHECK(given({{"optimizer.lr", "3"}}).number("optimizer.lr") == 3.0);
  CHECK(given({{"limit", "1e3"}}).integer("data.limit") == 1000);
  CHECK(given({{"batch_size", "64"}}).integer("train.batch_size") == 64);
  CHECK(given({{"momentum", "0.9"}, {"nesterov", "true"}}).flag("optimizer.nesterov"));
  CHECK_FALSE(given({{"range_test.stop", "false"}}).flag("range_test.stop"));
  CHECK(given({{"lr", "1"}, {"lr", "null"}}).has("optimizer.lr") == false);
  CHECK(given({{"channels", "[16, 32]"}}).integers("model.channels").size() == 2);
  CHECK(given({{"channels", "8,16,32"}}).integers("model.channels").back() == 32);
  CHECK(given({{"channels", "1e2"}}).integers("model.channels").front() == 100);
}

TEST_CASE("spec flags: text is taken as it is") {
  CHECK(given({{"name", "0.1"}}).text("name") == "0.1");
  CHECK(given({{"name", "true"}}).text("name") == "true");
  CHECK(given({{"source", "/data/my set [1]/é"}}).text("data.source") == "/data/my set [1]/é");
  CHECK(problems_with("name", "") == R"(--set: name is ""; allowed: a text, or null)");
  CHECK(problems_with("source", "/data/\xff") ==
        "--set: data.source is \"/data/\xEF\xBF\xBD\"; allowed: text in UTF-8");
}

TEST_CASE("spec flags: times") {
  const auto seconds = [](std::string_view text) {
    return given({{"trial_timeout", text}}).number("resources.trial_timeout");
  };
  CHECK(seconds("90") == 90);
  CHECK(seconds("90s") == 90);
  CHECK(seconds("15m") == 900);
  CHECK(seconds("2h") == 7200);
  CHECK(seconds("1.5h") == 5400);
  CHECK(seconds("0.5") == 0.5);
  for (const char* bad :
       {"", "0", "-1s", "2d", "m", "h2", "1e300h", "nan", "infs", "1 h", "1h30m"}) {
    CHECK(problems_with("trial_timeout", bad) ==
          "--set: resources.trial_timeout is \"" + std::string(bad) +
              "\"; allowed: a time above 0 up to 31536000 seconds, like 90, \"90s\", \"15m\", "
              "\"2h\", or null");
  }
}

TEST_CASE("spec flags: values that are not allowed") {
  for (const char* bad : {"nan", "inf", "-inf", "1e999", "0x10", "0.1 ", " 0.1", "0,1", "", "one",
                          "[0.1]", "1e", "true"}) {
    CHECK(problems_with("lr", bad) == "--set: optimizer.lr is \"" + std::string(bad) +
                                          "\"; allowed: a number above 0, or null");
  }
  CHECK(problems_with("lr", "0") == "--set: optimizer.lr is 0; allowed: a number above 0, or null");
  CHECK(problems_with("batch_size", "1.5") ==
        "--set: train.batch_size is 1.5; allowed: an integer from 1 to 1048576");
  CHECK(problems_with("eps", "2") ==
        "--set: optimizer.eps is 2; allowed: a number above 0 up to 1, or null");
  CHECK(problems_with("nesterov", "yes") ==
        R"(--set: optimizer.nesterov is "yes"; allowed: true or false)");
  CHECK(problems_with("limit", "0") ==
        "--set: data.limit is 0; allowed: an integer of at least 1, or null");
  CHECK(
      problems_with("optimizer", "adma") ==
      R"(--set: optimizer.name is "adma"; allowed: one of adagrad, adam, adamw, lamb, lion, rmsprop, sgd)");
  CHECK(
      problems_with("optimizer", "sgd|adamw") ==
      R"(--set: optimizer.name is "sgd|adamw"; allowed: one of adagrad, adam, adamw, lamb, lion, rmsprop, sgd)");
  for (const char* bad :
       {"", "16,", "16;32", "[16", "16]", "[[16]]", "1.5", "null", "\"16\"", "0"}) {
    CHECK(
        problems_with("channels", bad).find("; allowed: a list of integers, each from 1 to 4096") !=
        std::string::npos);
  }
}

TEST_CASE("spec flags: a long or deep value is shown in short") {
  const auto deep = problems_with("channels", std::string(130'000, '['));
  CHECK(deep.starts_with("--set: model.channels is \"[[["));
  CHECK(deep.size() < 250);
  std::string list = "-1";
  for (int i = 0; i < 10'000; ++i) list += ",7";
  const auto wide = problems_with("channels", list);
  CHECK(wide.starts_with("--set: model.channels is [-1,7,7"));
  CHECK(wide.find("…; allowed: a list") != std::string::npos);
}

TEST_CASE("spec flags: names of keys") {
  CHECK(resolve_key("optimizer.lr").value() == "optimizer.lr");
  CHECK(resolve_key("lr").value() == "optimizer.lr");
  CHECK(resolve_key("batch_size").value() == "train.batch_size");
  CHECK(resolve_key("name").value() == "name");
  CHECK(resolve_key("optimizer").value() == "optimizer.name");
  CHECK(resolve_key("model").value() == "model.name");
  CHECK(resolve_key("learning_rate").error().message ==
        R"(unknown key "learning_rate"; lrsweep help-spec lists the keys)");
  CHECK(resolve_key("optimzer.lr").error().message ==
        R"(unknown key "optimzer.lr"; did you mean optimizer.lr?)");
  CHECK(resolve_key("data").error().kind == ErrorKind::kUsage);
  for (const char* bad : {"", ".", "lr.", ".lr", "optimizer..lr", "\x1b[2J", "\xff"}) {
    const auto key = resolve_key(bad);
    REQUIRE_FALSE(key);
    CHECK(key.error().message.starts_with("unknown key \""));
    CHECK(key.error().message.find('\x1b') == std::string::npos);
  }
  CHECK(problems_with("lrr", "1") == R"(--set: unknown key "lrr"; did you mean optimizer.lr?)");
}
