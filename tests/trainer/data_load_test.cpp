// load_training_data() and data_key(): from a spec to images and labels.
#include <ATen/ATen.h>
#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <string>

#include "make_idx.hpp"
#include "tests/support/temporary_folder.hpp"
#include "trainer/data/dataset.hpp"
#include "trainer/data/formats.hpp"
#include "training_support.hpp"

namespace lrsweep::trainer {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;
namespace fs = std::filesystem;

core::Error problem_of(const std::vector<std::pair<std::string, std::string>>& settings) {
  const auto data = load_training_data(spec_with(settings));
  REQUIRE_FALSE(data.has_value());
  CHECK(data.error().message.find('\n') == std::string::npos);
  return data.error();
}

std::string data_problem(const std::vector<std::pair<std::string, std::string>>& settings) {
  const auto error = problem_of(settings);
  CHECK(error.kind == core::ErrorKind::kData);
  return error.message;
}

TEST_CASE("a folder of IDX files becomes images and labels") {
  const core::TemporaryFolder folder;
  write_idx_folder(folder.path(), 7, 3);
  const auto data = load_training_data(spec_with({{"data.source", folder.path().string()}}));
  REQUIRE(data.has_value());
  CHECK(data->size() == 7);
  CHECK(data->classes == 3);
  CHECK(data->targets.equal(at::tensor({0, 1, 2, 0, 1, 2, 0}, at::kLong)));
  CHECK(data->inputs.equal(at::arange(7 * 6, at::kByte).view({7, 1, 3, 2})));
}

TEST_CASE("all usual names of the files are found") {
  for (const char* between : {"-", "."}) {
    for (const char* suffix : {"", ".gz"}) {
      const core::TemporaryFolder folder;
      const auto name = [&](const char* stem, const char* rest) {
        return folder / (std::string(stem) + between + rest + suffix);
      };
      const auto packed = [&](const std::string& bytes) {
        return *suffix == '\0' ? bytes : gzipped(bytes);
      };
      write_bytes(name("train-images", "idx3-ubyte"), packed(counting_idx({4, 2, 2})));
      write_bytes(name("train-labels", "idx1-ubyte"), packed(counting_idx({4})));
      INFO(between << suffix);
      const auto data = load_training_data(spec_with({{"data.source", folder.path().string()}}));
      REQUIRE(data.has_value());
      CHECK(data->classes == 4);
    }
  }
}

TEST_CASE("data.limit keeps the first samples, all classes, and no more memory than that") {
  const core::TemporaryFolder folder;
  write_idx_folder(folder.path(), 7, 3);
  const auto source = folder.path().string();
  const auto data = load_training_data(spec_with({{"data.source", source}, {"data.limit", "2"}}));
  REQUIRE(data.has_value());
  CHECK(data->classes == 3);
  CHECK(data->inputs.equal(at::arange(12, at::kByte).view({2, 1, 3, 2})));
  CHECK(data->targets.equal(at::tensor({0, 1}, at::kLong)));
  CHECK(data->inputs.storage().nbytes() == 12);
  CHECK(load_training_data(spec_with({{"data.source", source}, {"data.limit", "7"}})).has_value());
  CHECK_THAT(data_problem({{"data.source", source}, {"data.limit", "8"}}),
             EndsWith("data.limit 8: the training part has 7 samples; allowed: 1 to 7"));
}

TEST_CASE("parts that do not fit together are refused") {
  const core::TemporaryFolder folder;
  const auto source = folder.path().string();
  write_idx_folder(folder.path(), 7, 3);
  write_bytes(folder / "train-labels-idx1-ubyte", counting_idx({6}));
  CHECK_THAT(data_problem({{"data.source", source}}),
             EndsWith(source + ": 7 training images, but 6 labels"));
  write_bytes(folder / "train-labels-idx1-ubyte", idx_header({7}) + std::string(7, '\0'));
  CHECK_THAT(data_problem({{"data.source", source}}),
             EndsWith("every label is 0; at least two classes are needed"));
  write_bytes(folder / "train-images-idx3-ubyte", counting_idx({7, 6}));
  CHECK_THAT(data_problem({{"data.source", source}}), Contains("begins with 00 00 08 02"));
  fs::remove(folder / "train-images-idx3-ubyte");
  CHECK_THAT(data_problem({{"data.source", source}}),
             Contains("train-images-idx3-ubyte: is missing"));
}

TEST_CASE("a set that is not there says what to do") {
  CHECK(data_problem({{"data.dir", "/nonexistent"}}) ==
        "/nonexistent: no such folder; install it: apt install dataset-fashion-mnist, or "
        "--data-dir FOLDER");
  CHECK_THAT(data_problem({{"data.source", "fashon-mnist"}}),
             Contains("fashon-mnist: no such folder; did you mean fashion-mnist? --data takes "));
  CHECK_THAT(
      data_problem({{"data.source", "/nonexistent"}}),
      StartsWith("/nonexistent: no such folder; --data takes fashion-mnist, or a folder with "
                 "train-images-idx3-ubyte and train-labels-idx1-ubyte (.gz or not), or "));
  const core::TemporaryFolder empty;
  CHECK_THAT(data_problem({{"data.source", empty.path().string()}}),
             Contains("holds no training data of a known format; --data takes "));
  CHECK_THAT(data_problem({{"data.source", "/etc/passwd"}}), Contains("/etc/passwd: holds no "));
  CHECK_THAT(data_problem({{"data.source", "/etc/passwd/x"}}),
             Contains("/etc/passwd/x: no such folder"));
}

TEST_CASE("data.dir beside a path is not ignored") {
  const auto error = problem_of({{"data.source", "/a"}, {"data.dir", "/b"}});
  CHECK(error.kind == core::ErrorKind::kUsage);
  CHECK(error.message ==
        "data.dir is \"/b\": only with a built-in data.source (fashion-mnist), which is \"/a\"");
}

TEST_CASE("keys that a format has no use for are not ignored") {
  const core::TemporaryFolder folder;
  write_idx_folder(folder.path(), 7, 3);
  const auto source = folder.path().string();
  for (const char* key : {"data.label", "data.drop"}) {
    const auto error = problem_of({{"data.source", source}, {key, "a"}});
    CHECK(error.kind == core::ErrorKind::kUsage);
    CHECK(error.message == std::string(key) +
                               " is \"a\": nothing is named in data of the format "
                               "idx; allowed: null");
  }
}

TEST_CASE("every format of the registry has a name, and the folder of IDX files is found by it") {
  for (const auto& format : data_formats()) {
    CHECK_FALSE(format.name.empty());
    CHECK_FALSE(format.expects.empty());
  }
  const core::TemporaryFolder folder;
  CHECK(format_of(folder.path()) == nullptr);
  CHECK(format_of(folder / "none") == nullptr);
  write_idx_folder(folder.path(), 4, 2);
  REQUIRE(format_of(folder.path()) != nullptr);
  CHECK(format_of(folder.path())->name == "idx");
  CHECK(format_of(folder.path())->files(folder.path()) ==
        std::vector<fs::path>{folder / "train-labels-idx1-ubyte",
                              folder / "train-images-idx3-ubyte"});
}

TEST_CASE("the key tells data sets apart, and nothing else") {
  const core::TemporaryFolder folder;
  write_idx_folder(folder.path(), 4, 2);
  const auto source = folder.path().string();
  const auto key = data_key(spec_with({{"data.source", source}}));
  CHECK(key == data_key(spec_with({{"data.source", source}, {"train.seed", "9"}, {"lr", "1"}})));
  CHECK(key != data_key(spec_with({{"data.source", source}, {"data.limit", "4"}})));
  CHECK(key != data_key(spec_with({{"data.source", source + "/."}})));
  const auto images = folder / "train-images-idx3-ubyte";
  fs::last_write_time(images, fs::last_write_time(images) + std::chrono::nanoseconds(1));
  CHECK(key != data_key(spec_with({{"data.source", source}})));
}

}  // namespace
}  // namespace lrsweep::trainer
