#include <ATen/ATen.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <limits>

#include "tests/support/temporary_folder.hpp"
#include "trainer/train/checkpoint_folder.hpp"
#include "trainer/train/position.hpp"

namespace lrsweep::trainer {
namespace {

namespace fs = std::filesystem;

TensorFile state_of(int number) {
  return {{{"values", at::full({3}, static_cast<float>(number))}},
          {{"number", std::to_string(number)}}};
}

std::string number_of(const std::optional<TensorFile>& file) {
  return file ? file->metadata.at("number") : "none";
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& file : fs::directory_iterator(folder)) files.push_back(file.path());
  std::sort(files.begin(), files.end());
  return files;
}

void spoil(const fs::path& file) {
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  stream.seekp(-1, std::ios::end);
  stream.put('\x7f');
}

TEST_CASE("the newest checkpoint is found, two are kept") {
  const core::TemporaryFolder temporary;
  const CheckpointFolder folder(temporary.path() / "run");
  CHECK(number_of(folder.newest()) == "none");
  for (const int number : {9, 10, 200}) REQUIRE(folder.write(number, state_of(number)).has_value());
  CHECK(number_of(folder.newest()) == "200");
  CHECK(files_in(temporary.path() / "run").size() == 2);
  CHECK(folder.newest()->tensors.at(0).values.equal(at::full({3}, 200.0F)));
}

TEST_CASE("a damaged checkpoint is passed over for the one before") {
  const core::TemporaryFolder temporary;
  const CheckpointFolder folder(temporary.path());
  REQUIRE(folder.write(1, state_of(1)).has_value());
  REQUIRE(folder.write(2, state_of(2)).has_value());
  SECTION("a byte") { spoil(files_in(temporary.path()).back()); }
  SECTION("cut off") { fs::resize_file(files_in(temporary.path()).back(), 20); }
  SECTION("empty") { fs::resize_file(files_in(temporary.path()).back(), 0); }
  CHECK(number_of(folder.newest()) == "1");
  spoil(files_in(temporary.path()).front());
  CHECK(number_of(folder.newest()) == "none");
}

TEST_CASE("weights stay when checkpoints go, an empty folder goes too") {
  const core::TemporaryFolder temporary;
  const CheckpointFolder folder(temporary.path() / "run");
  REQUIRE(folder.write(1, state_of(1)).has_value());
  folder.remove_checkpoints();
  CHECK_FALSE(fs::exists(temporary.path() / "run"));
  REQUIRE(folder.write(1, state_of(1)).has_value());
  REQUIRE(folder.save("best", state_of(7)).has_value());
  folder.remove_checkpoints();
  CHECK(files_in(temporary.path() / "run") ==
        std::vector<fs::path>{temporary.path() / "run" / "best.safetensors"});
}

TEST_CASE("a checkpoint that cannot be written names the place") {
  const CheckpointFolder folder("/proc/lrsweep-no-such-folder/run");
  const auto written = folder.write(1, state_of(1));
  REQUIRE_FALSE(written.has_value());
  CHECK(written.error().kind == core::ErrorKind::kStorage);
  CHECK(written.error().message.find("/proc/lrsweep-no-such-folder") != std::string::npos);
}

TEST_CASE("a position comes back bit for bit, NaN too") {
  const Position position{.updates = 12,
                          .seconds = 0.1 + 0.2,
                          .skipped = 2,
                          .epoch = {1e300, 2.5, 3, 40, 5, 0.25},
                          .validations = {0.1, std::numeric_limits<double>::quiet_NaN()},
                          .points = {{"lr", 3, 1e-5}, {"val_loss", 3, HUGE_VAL}},
                          .best = {{"val_loss", 3, 0.5}}};
  const auto back = parse_position(to_json(position));
  REQUIRE(back.has_value());
  CHECK(back->updates == 12);
  CHECK(back->seconds == 0.1 + 0.2);
  CHECK(back->skipped == 2);
  CHECK(back->epoch.loss == 1e300);
  CHECK(back->epoch.updates == 5);
  CHECK(back->validations.at(0) == 0.1);
  CHECK(std::isnan(back->validations.at(1)));
  CHECK((back->points == position.points));
  CHECK((back->best == position.best));
  CHECK_FALSE(parse_position("{}").has_value());
  CHECK_FALSE(parse_position("[1").has_value());
}

}  // namespace
}  // namespace lrsweep::trainer
