#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "core/json.hpp"
#include "core/spec.hpp"
#include "core/spec_defaults.hpp"
#include "tests/core/spec_support.hpp"

using namespace lrsweep::core;

TEST_CASE("spec: all defaults") {
  const Spec spec;
  CHECK(spec.text("data.source") == "fashion-mnist");
  CHECK_FALSE(spec.has("data.validation"));
  CHECK(spec.integers("model.channels") == std::vector<std::int64_t>{16, 32});
  CHECK(spec.integer("train.batch_size") == 128);
  CHECK(eps(spec) == 1e-8);
  CHECK_FALSE(spec.flag("optimizer.nesterov"));
  CHECK(spec.flag("range_test.stop"));
  CHECK(spec.has("train.seed"));
  CHECK_FALSE(spec.has("optimizer.lr"));
  CHECK_FALSE(spec.has("name"));
}

TEST_CASE("spec: a copy is its own") {
  Spec copy;
  {
    const Spec spec = given({{"lr", "0.5"}});
    copy = spec;
    CHECK(Spec(spec).to_json() == spec.to_json());
  }
  CHECK(copy.number("optimizer.lr") == 0.5);
  CHECK_FALSE(Spec().has("optimizer.lr"));
}

TEST_CASE("spec: as it is frozen, and back") {
  const Spec spec = given({{"name", "a \"b\" é"},
                           {"lr", "0.1"},
                           {"hidden", "64,32"},
                           {"trial_timeout", "15m"},
                           {"seed", "9007199254740991"}});
  const auto json = spec.to_json();
  CHECK(json.starts_with(R"({"name":"a \"b\" é","data":{"source":"fashion-mnist","dir":null,)"));
  CHECK(json.find(R"("lr":0.1,"momentum":null)") != std::string::npos);
  CHECK(json.find(R"("hidden":[64,32])") != std::string::npos);
  CHECK(json.find(R"("trial_timeout":900.0)") != std::string::npos);
  const auto back = parse_spec(json, "sweep 7");
  REQUIRE(back);
  CHECK(back->to_json() == json);
  CHECK(dump(back->document()) == json);
}

TEST_CASE("spec: a frozen spec is read strictly, and keys it lacks take their default") {
  CHECK(parse_spec("{}", "sweep 7")->to_json() == Spec().to_json());
  const auto newer = parse_spec(R"({"optimizer":{"lr":0.1,"lookahead":5}})", "sweep 7");
  REQUIRE_FALSE(newer);
  CHECK(newer.error().kind == ErrorKind::kUsage);
  CHECK(newer.error().message ==
        R"(sweep 7:1: unknown key "optimizer.lookahead"; lrsweep help-spec lists the keys)");
}

// Python: hashlib.sha256(json.dumps(defaults without name and placement, separators=(",", ":")))
TEST_CASE("spec: its hash") {
  CHECK(Spec().sha256() == "8b8d87aa0c4289c6b1e2fef3a2970fef595f4902c90d6a9a1376e3fb7ba5904a");
  CHECK(given({{"lr", "1e-1"}}).sha256() ==
        "25daab3c885d0ed7404c0f8b0049ee1a5a9405c2d7d2550d3e5db81becd86801");
}

TEST_CASE("spec: the hash leaves out the name and the placement, and nothing else") {
  const auto plain = Spec().sha256();
  for (const Setting& same : {Setting{"name", "x"},
                              {"devices", "cpu:2"},
                              {"max_parallel", "2"},
                              {"trial_timeout", "2h"},
                              {"dropout", "0"},
                              {"dropout", "-0.0"}}) {
    CHECK(given({same}).sha256() == plain);
  }
  for (const Setting& other : {Setting{"devices_per_trial", "2"},
                               {"seed", "1"},
                               {"range_test.seeds", "4"},
                               {"limit", "100"},
                               {"dropout", "0.5"},
                               {"channels", "16"},
                               {"range_test.curve", "val"}}) {
    CHECK(given({other}).sha256() != plain);
  }
}

TEST_CASE("spec: defaults that depend on the optimizer and the model") {
  const Spec sgd;
  CHECK(range_test_min_lr(sgd) == 1e-6);
  CHECK(range_test_max_lr(sgd) == 10);
  CHECK(momentum(sgd) == 0.9);
  CHECK(weight_decay(sgd) == 5e-4);
  CHECK(hidden(sgd) == std::vector<std::int64_t>{64});

  const Spec adamw = given({{"optimizer", "adamw"}, {"model", "mlp"}});
  CHECK(range_test_min_lr(adamw) == 1e-7);
  CHECK(range_test_max_lr(adamw) == 1);
  CHECK(weight_decay(adamw) == 1e-2);
  CHECK(hidden(adamw) == std::vector<std::int64_t>{128});

  const Spec given_all = given({{"min_lr", "1e-3"},
                                {"max_lr", "2"},
                                {"momentum", "0"},
                                {"weight_decay", "0"},
                                {"hidden", "[8, 4]"}});
  CHECK(range_test_min_lr(given_all) == 1e-3);
  CHECK(range_test_max_lr(given_all) == 2);
  CHECK(momentum(given_all) == 0);
  CHECK(weight_decay(given_all) == 0);
  CHECK(hidden(given_all) == std::vector<std::int64_t>{8, 4});
}
