#include <catch2/catch.hpp>

#include "tests/core/spec_support.hpp"

using namespace lrsweep::core;

TEST_CASE("spec checks: the range test's rates") {
  CHECK(problems_of(built({{"min_lr", "1"}, {"max_lr", "1"}})) ==
        "--set: range_test.min_lr is 1 and range_test.max_lr 1; allowed: min_lr below max_lr");
  CHECK(problems_of(built({{"min_lr", "2"}, {"optimizer", "adamw"}})) ==
        "--set: range_test.min_lr is 2 and range_test.max_lr 1; allowed: min_lr below max_lr");
  CHECK(problems_of(built({{"min_lr", "2"}})) == "");
  CHECK(problems_of(built({{"max_lr", "1e-7"}})) ==
        "--set: range_test.min_lr is 1e-06 and range_test.max_lr 1e-07; allowed: min_lr below "
        "max_lr");
}

TEST_CASE("spec checks: nesterov needs sgd and a momentum") {
  CHECK(problems_of(built({{"nesterov", "true"}})) == "");
  CHECK(problems_of(built({{"nesterov", "true"}, {"momentum", "0"}})) ==
        "--set: optimizer.nesterov is true and optimizer.momentum 0; allowed: a momentum above 0");
  CHECK(problems_of(built({{"nesterov", "true"}, {"optimizer", "adamw"}})) ==
        "--set: optimizer.nesterov is true and optimizer.name adamw; allowed: nesterov with sgd");
  CHECK(problems_of(built({{"momentum", "0"}})) == "");
  CHECK(problems_of(built({{"beta1", "0.8"}})) == "");
}

TEST_CASE("spec checks: a sample for each part of the batch") {
  CHECK(
      problems_of(built({{"batch_size", "7"}, {"accumulate", "2"}, {"devices_per_trial", "4"}})) ==
      "--set: train.batch_size is 7, train.accumulate 2 and resources.devices_per_trial 4; "
      "allowed: a batch_size of at least 8, a sample for each part on each device");
  CHECK(problems_of(
            built({{"batch_size", "8"}, {"accumulate", "2"}, {"devices_per_trial", "4"}})) == "");
}

TEST_CASE("spec checks: a probe set needs samples held out") {
  CHECK(
      problems_of(built({{"curve", "val"}, {"validation", "0"}})) ==
      "--set: range_test.curve is val and data.validation 0; allowed: a validation share above 0");
  CHECK(problems_of(built({{"curve", "val"}})) == "");
  CHECK(problems_of(built({{"validation", "0"}})) == "");
}

TEST_CASE("spec checks: their place is where one of the keys was last set") {
  SpecBuilder builder;
  builder.add_text("{\n\"range_test\": {\"max_lr\": 1e-9}}", "f.json");
  builder.add_text(R"({"range_test": {"max_lr": 1e-8}})", "g.json");
  CHECK(problems_of(builder.build()).starts_with("g.json:1: range_test.min_lr is 1e-06"));
}

TEST_CASE("spec checks: what is wrong in itself is reported once, beside the others") {
  CHECK(problems_of(built(
            {{"min_lr", "-1"}, {"max_lr", "1e-9"}, {"momentum", "0"}, {"nesterov", "true"}})) ==
        "--set: range_test.min_lr is -1; allowed: a number from 1e-30 to 1e+30, or null\n"
        "--set: optimizer.nesterov is true and optimizer.momentum 0; allowed: a momentum above 0");
}

TEST_CASE("spec checks: what training cannot be asked for at once") {
  CHECK(problems_of(built({{"dampening", "0.1"}, {"nesterov", "true"}})) ==
        "--set: optimizer.nesterov is true and optimizer.dampening 0.1; allowed: dampening 0");
  CHECK(problems_of(built({{"model", "vit"}, {"heads", "5"}})) ==
        "--set: model.heads is 5 and model.width 192; allowed: heads that divide the width");
  CHECK(problems_of(built({{"clip_norm", "1"}, {"clip_value", "1"}})) ==
        "--set: train.clip_norm and train.clip_value are both given; allowed: one of them");
  CHECK(problems_of(built({{"limit", "10"}, {"share", "0.5"}})) ==
        "--set: data.limit and data.share are both given; allowed: one of them");
  CHECK(problems_of(built({{"final", "true"}, {"validation", "0.2"}})) ==
        "--set: train.final is true and data.validation 0.2; allowed: final alone, it trains on "
        "all samples");
  CHECK(problems_of(built({{"metric.name", "val_loss"}, {"validation", "0"}})) ==
        "--set: metric.name is val_loss and no sample is held out; allowed: train_loss");
  CHECK(problems_of(built({{"metric.name", "val_loss"}, {"goal", "maximize"}})) ==
        "--set: metric.goal is maximize and metric.name val_loss; allowed: minimize");
  CHECK(problems_of(built({{"train.patience", "3"}, {"final", "true"}})) ==
        "--set: train.patience is 3 and no sample is held out; allowed: a data.validation above 0");
  CHECK(problems_of(built({{"norm", "batch"}, {"batch_size", "3"}, {"accumulate", "2"}})) ==
        "--set: train.batch_size is 3 with model.norm batch; allowed: a batch_size of at least 4, "
        "two samples for each part on each device, or another norm");
}
