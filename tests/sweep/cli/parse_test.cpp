#include "sweep/cli/parse.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/spec.hpp"
#include "sweep/cli/common.hpp"
#include "sweep/cli/spec_flags.hpp"

namespace lrsweep::cli {
namespace {

core::Result<Arguments> parsed(const char* command, std::vector<std::string> arguments) {
  const auto found = find_command(command);
  REQUIRE(found);
  return parse_arguments(**found, arguments);
}

std::string error_of(const char* command, std::vector<std::string> arguments) {
  const auto result = parsed(command, std::move(arguments));
  REQUIRE_FALSE(result);
  CHECK(result.error().kind == core::ErrorKind::kUsage);
  return result.error().message;
}

core::Result<core::Spec> spec_of(std::vector<std::string> arguments) {
  const auto result = parsed("range-test", std::move(arguments));
  REQUIRE(result);
  core::SpecBuilder builder;
  add_spec_flags(*result, builder, core::SweepKind::kRangeTest);
  add_placement_flags(*result, builder);
  return builder.build();
}

TEST_CASE("parse: an unknown command names the nearest, also by its beginning") {
  CHECK(find_command("rang-test").error().message ==
        "unknown command \"rang-test\"; did you mean range-test?");
  CHECK(find_command("rang").error().message ==
        "unknown command \"rang\"; did you mean range-test?");
  CHECK(find_command("zzzzz").error().message ==
        "unknown command \"zzzzz\"; lrsweep --help lists them");
}

TEST_CASE("parse: an unknown option names the nearest, and is not guessed") {
  CHECK(error_of("range-test", {"--sedes", "3"}) ==
        "unknown option \"--sedes\"; did you mean --seeds?");
  CHECK(error_of("range-test", {"--seed-s", "3"}).starts_with("unknown option"));
  CHECK(error_of("range-test", {"--mod", "mlp"}).starts_with("unknown option"));
}

TEST_CASE("parse: what is missing or too much is said") {
  CHECK(error_of("range-test", {"--seeds"}).find("--seeds") != std::string::npos);
  CHECK(error_of("list", {"extra"}).starts_with("too many arguments; usage: lrsweep list"));
  CHECK(error_of("report", {"1", "2"}).starts_with("too many arguments"));
}

TEST_CASE("parse: of repeated options the last one counts") {
  const auto spec = spec_of({"--seeds", "2", "--seeds", "5"});
  REQUIRE(spec);
  CHECK(spec->integer("range_test.seeds") == 5);
}

TEST_CASE("parse: negative numbers are values, not options") {
  const auto spec = spec_of({"--lr", "-1"});
  REQUIRE_FALSE(spec);
  CHECK(spec.error().message == "--lr: optimizer.lr is -1; allowed: a number above 0, or null");
}

TEST_CASE("parse: every flag sets its key") {
  const auto spec = spec_of({"--name",         "n",           "--data",           "/d",
                             "--data-dir",     "/e",          "--limit",          "9",
                             "--model",        "mlp",         "--optimizer",      "adamw",
                             "--lr",           "1e-4",        "--momentum",       "0.5",
                             "--weight-decay", "0.1",         "--batch-size",     "32",
                             "--precision",    "bf16",        "--seed",           "7",
                             "--min-lr",       "1e-5",        "--max-lr",         "2",
                             "--updates",      "50",          "--seeds",          "4",
                             "--curve",        "val",         "--gpus-per-trial", "2",
                             "--no-stop",      "--no-extend", "--devices",        "cpu:2",
                             "--max-parallel", "3",           "--trial-timeout",  "15m",
                             "--set",          "hidden=8,4"});
  REQUIRE(spec);
  CHECK(spec->text("name") == "n");
  CHECK(spec->text("data.source") == "/d");
  CHECK(spec->text("data.dir") == "/e");
  CHECK(spec->integer("data.limit") == 9);
  CHECK(spec->text("model.name") == "mlp");
  CHECK(spec->text("optimizer.name") == "adamw");
  CHECK(spec->number("optimizer.lr") == 1e-4);
  CHECK(spec->number("optimizer.momentum") == 0.5);
  CHECK(spec->number("optimizer.weight_decay") == 0.1);
  CHECK(spec->integer("train.batch_size") == 32);
  CHECK(spec->text("train.precision") == "bf16");
  CHECK(spec->integer("train.seed") == 7);
  CHECK(spec->number("range_test.min_lr") == 1e-5);
  CHECK(spec->number("range_test.max_lr") == 2);
  CHECK(spec->integer("range_test.updates") == 50);
  CHECK(spec->integer("range_test.seeds") == 4);
  CHECK(spec->text("range_test.curve") == "val");
  CHECK(spec->integer("resources.devices_per_trial") == 2);
  CHECK_FALSE(spec->flag("range_test.stop"));
  CHECK(spec->integer("range_test.extend") == 0);
  CHECK(spec->text("resources.devices") == "cpu:2");
  CHECK(spec->integer("resources.max_parallel") == 3);
  CHECK(spec->number("resources.trial_timeout") == 900);
  CHECK(spec->integers("model.hidden") == std::vector<std::int64_t>{8, 4});
}

}  // namespace
}  // namespace lrsweep::cli
