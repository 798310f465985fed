#include <ATen/ATen.h>
#include <catch2/catch.hpp>

#include "data_support.hpp"
#include "trainer/data/formats.hpp"

namespace lrsweep::trainer {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

// Image `number`: bytes number, number + 1, … modulo 256, behind those labels.
std::string record(const std::string& labels, int number) {
  std::string bytes = labels;
  for (int i = 0; i < 3072; ++i) bytes.push_back(static_cast<char>(number + i));
  return bytes;
}

std::string label(int value) { return std::string(1, static_cast<char>(value)); }

// Two images a file, with labels 0 to 9; two test images.
void write_cifar10(const std::filesystem::path& folder) {
  for (int file = 0; file < 5; ++file) {
    const auto name = "data_batch_" + std::to_string(file + 1) + ".bin";
    write_bytes(folder / name,
                record(label(2 * file), 2 * file) + record(label(2 * file + 1), 2 * file + 1));
  }
  write_bytes(folder / "test_batch.bin", record(label(9), 100) + record(label(3), 101));
}

at::Tensor image(int number) {
  return (at::arange(3072, at::kInt) + number).to(at::kByte).view({3, 32, 32});
}

TEST_CASE("CIFAR-10's five files are one training part, in order") {
  const core::TemporaryFolder folder;
  write_cifar10(folder.path());
  CHECK(format_of(folder.path())->name == "cifar10");
  const auto data = loaded(folder.path());
  CHECK(data.classes == 10);
  CHECK(same(data.targets, at::arange(10, at::kLong)));
  CHECK(data.inputs.sizes() == at::IntArrayRef({10, 3, 32, 32}));
  for (int i = 0; i < 10; ++i) CHECK(same(data.inputs[i], image(i)));

  const auto test = load_test_data(spec_of(folder.path()), data);
  REQUIRE(test.has_value());
  CHECK(same(test->targets, at::tensor({9, 3}, at::kLong)));
  CHECK(same(test->inputs[1], image(101)));
}

TEST_CASE("CIFAR-100 is read by its fine labels") {
  const core::TemporaryFolder folder;
  std::string train;
  for (int i = 0; i < 300; ++i) train += record(label(i % 20) + label(i % 100), i);
  write_bytes(folder / "train.bin", train);
  write_bytes(folder / "test.bin", record(label(1) + label(42), 7));
  CHECK(format_of(folder.path())->name == "cifar100");
  const auto data = loaded(folder.path());
  CHECK(data.classes == 100);
  CHECK(same(data.targets, at::arange(300, at::kLong).remainder(100)));
  CHECK(same(data.inputs[299], image(299)));
  CHECK(same(load_test_data(spec_of(folder.path()), data)->targets, at::tensor({42}, at::kLong)));
}

TEST_CASE("CIFAR files that are missing, cut off or wrongly labelled are refused") {
  const core::TemporaryFolder folder;
  write_cifar10(folder.path());
  const auto third = folder / "data_batch_3.bin";
  write_bytes(third, record(label(4), 4) + record(label(10), 5));
  CHECK_THAT(problem_of_loading(folder.path()),
             EndsWith("data_batch_3.bin: label 10 of image 1 (counted from 0); allowed: 0 to 9"));
  write_bytes(third, record(label(4), 4) + "x");
  CHECK_THAT(problem_of_loading(folder.path()),
             EndsWith("data_batch_3.bin: 3074 bytes; allowed: a multiple of 3073, the bytes of an "
                      "image with its label"));
  write_bytes(third, "");
  CHECK_THAT(problem_of_loading(folder.path()), Contains("0 bytes; allowed: a multiple of 3073"));
  write_bytes(third, record(label(4), 4) + record(label(4), 5));
  CHECK_THAT(problem_of_loading(folder.path()), Contains("no training sample has label 5"));
  std::filesystem::remove(third);
  CHECK_THAT(problem_of_loading(folder.path()),
             EndsWith("data_batch_3.bin: No such file or directory"));
}

}  // namespace
}  // namespace lrsweep::trainer
