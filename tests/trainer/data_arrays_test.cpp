// NPY, NPZ and safetensors files, those of NumPy's own making (make_data_golden.py).
#include <ATen/ATen.h>
#include <catch2/catch.hpp>

#include "data_support.hpp"
#include "golden_arrays.hpp"
#include "trainer/data/mapped_file.hpp"
#include "trainer/data/npy_array.hpp"
#include "trainer/safetensors.hpp"

namespace lrsweep::trainer {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

at::Tensor halves() { return at::arange(24, at::kDouble).view({2, 3, 4}) / 2; }
at::Tensor images() { return (at::arange(210, at::kInt) * 37).to(at::kByte).view({6, 1, 5, 7}); }

core::Result<NpyArray> read_from(std::string_view bytes) {
  const core::TemporaryFolder folder;
  write_bytes(folder / "a.npy", bytes);
  const auto file = MappedFile::open(folder / "a.npy").value();
  auto mapped = map_npy(file, 0, file->size(), {folder / "a.npy"});
  auto reader = open_bytes(folder / "a.npy").value();
  const auto read = read_npy(*reader, {folder / "a.npy"});
  CHECK(mapped.has_value() == read.has_value());
  if (mapped && read) CHECK(same(mapped->values, read->values));
  if (mapped) mapped->values = mapped->values.clone();
  return mapped;
}

at::Tensor array_from(std::string_view digits) {
  const auto array = read_from(from_hex(digits));
  if (!array) FAIL(array.error().message);
  return array->values;
}

std::string npy_problem(std::string_view bytes) {
  const auto array = read_from(bytes);
  return array ? "read" : array.error().message;
}

// Version 1, with that dict.
std::string npy(const std::string& dict, std::string_view values) {
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes.push_back(static_cast<char>(dict.size()));
  bytes.push_back('\0');
  return bytes.append(dict).append(values);
}

std::string npy_of(const std::string& descr, const std::string& shape, std::string_view values) {
  return npy("{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }",
             values);
}

TEST_CASE("NumPy's arrays of every version, order and byte order are read") {
  CHECK(same(array_from(golden::kNpyFloat), halves().to(at::kFloat)));
  CHECK(same(array_from(golden::kNpyFortran), halves()));
  CHECK(same(array_from(golden::kNpyBigEndian), halves()));
  CHECK(same(array_from(golden::kNpyHalf), halves().to(at::kHalf)));
  CHECK(same(array_from(golden::kNpyShort), (halves() * 2).to(at::kShort)));
}

TEST_CASE("arrays that are no numbers are refused by their type") {
  CHECK_THAT(
      npy_problem(from_hex(golden::kNpyWords)),
      EndsWith("numbers of NumPy's type \"<U3\"; allowed: u1, b1, i1, i2, i4, i8, f2, f4, f8"));
  CHECK_THAT(npy_problem(from_hex(golden::kNpyObject)),
             EndsWith("no NumPy header of a plain array"));
  CHECK_THAT(npy_problem(npy_of("<u2", "(1,)", "ab")), Contains("type \"<u2\"; allowed"));
  CHECK_THAT(npy_problem(npy_of("?", "(1,)", "a")), Contains("type \"?\"; allowed"));
}

TEST_CASE("an array that is cut off anywhere is refused") {
  const auto bytes = from_hex(golden::kNpyFloat);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    REQUIRE(npy_problem(std::string_view(bytes).substr(0, size)) != "read");
  }
  CHECK_THAT(npy_problem(bytes + "x"),
             Contains("2 × 3 × 4 needs 96 bytes after the header, there"));
}

TEST_CASE("damaged headers of arrays are refused") {
  CHECK(npy_problem(npy_of("|u1", "(2, 2)", "abcd")) == "read");
  CHECK(npy_problem(npy_of("|u1", "()", "a")) == "read");
  CHECK(npy_problem(npy("{\"shape\":(4),'fortran_order':True,\"descr\":\"|u1\"}", "abcd")) ==
        "read");
  for (const char* shape :
       {"(-1,)", "(2.5,)", "(2, 2", "[4]", "4", "(4 4)", "(99999999999999999999,)"}) {
    CHECK_THAT(npy_problem(npy_of("|u1", shape, "abcd")), Contains("no NumPy header of a plain"));
  }
  CHECK_THAT(npy_problem(npy_of("<f8", "(4294967296, 4294967296)", "abcd")), Contains("too many"));
  CHECK_THAT(npy_problem(npy_of("|u1", "(0, 4294967296, 4294967296)", "")), Contains("too many"));
  CHECK_THAT(npy_problem(npy_of("|u1", "(4294967296, 16)", "abcd")),
             EndsWith("4294967296 × 16 needs 68719476736 bytes after the header, there are 4"));
  CHECK_THAT(npy_problem(npy("{'descr': '|u1'}", "")), Contains("no NumPy header"));
  CHECK_THAT(npy_problem(npy("", "")), Contains("no NumPy header"));
  CHECK_THAT(npy_problem(std::string("\x93NUMPY\x09\0\x02\0{}", 12)), Contains("version 9"));
  CHECK_THAT(npy_problem(std::string("\x93NUMPY\x02\0\xff\xff\xff\xff", 12)),
             Contains("a NumPy header of 4294967295 bytes; allowed: up to 65536"));
}

TEST_CASE("an .npy file finds its labels beside it") {
  const core::TemporaryFolder folder;
  const auto labels = npy_of("<i4", "(2,)", std::string("\1\0\0\0\0\0\0\0", 8));
  const auto source = folder / "X_train.npy";
  write_bytes(source, from_hex(golden::kNpyFloat));
  CHECK_THAT(problem_of_loading(source),
             Contains("looked beside it for X_train_labels.npy, y_train.npy, y.npy; "));
  for (const char* name : {"y.npy", "y_train.npy", "X_train_labels.npy"}) {
    write_bytes(folder / name, labels);
    const auto data = loaded(source);
    CHECK(same(data.inputs, halves().to(at::kFloat).view({2, 1, 3, 4})));
    CHECK(same(data.targets, at::tensor({1, 0}, at::kLong)));
    CHECK(data.classes == 2);
    CHECK(data.mapped);
    std::filesystem::remove(folder / name);
  }
  write_bytes(folder / "other.npy", labels);
  CHECK(loaded(source, {{"data.label", "other.npy"}}).classes == 2);
}

TEST_CASE("a file larger than the memory is mapped, not read") {
  const core::TemporaryFolder folder;
  const auto header = npy_of("|u1", "(4, 68719476736)", "");  // 4 × 64 GiB, all of it a hole
  write_bytes(folder / "x.npy", header);
  std::filesystem::resize_file(folder / "x.npy", header.size() + (std::uintmax_t{1} << 38));
  write_bytes(folder / "y.npy", npy_of("|u1", "(4,)", std::string("\0\1\0\1", 4)));
  const auto data = loaded(folder / "x.npy");
  CHECK(data.mapped);
  CHECK(data.inputs.size(1) == std::int64_t{1} << 36);
  CHECK(data.inputs[3][data.inputs.size(1) - 1].item<int>() == 0);
  CHECK(loaded(folder / "x.npy", {{"data.limit", "2"}}).inputs.size(0) == 2);
}

TEST_CASE("savez's arrays are read, aligned ones where they are") {
  const core::TemporaryFolder folder;
  write_bytes(folder / "set.npz", from_hex(golden::kNpzStored));
  const auto data = loaded(folder / "set.npz");
  CHECK(same(data.inputs, images()));
  CHECK(same(data.targets, at::tensor({0, 1, 2, 2, 1, 0}, at::kLong)));
  CHECK(data.classes == 3);
  CHECK(data.mapped);
  const auto first = loaded(folder / "set.npz", {{"data.limit", "2"}});
  CHECK(same(first.inputs, images().narrow(0, 0, 2)));
}

TEST_CASE("savez_compressed's arrays are read, training and test part") {
  const core::TemporaryFolder folder;
  write_bytes(folder / "set.npz", from_hex(golden::kNpzDeflated));
  const auto data = loaded(folder / "set.npz");
  CHECK(same(data.inputs, images()));
  CHECK_FALSE(data.mapped);
  const auto test = load_test_data(spec_of(folder / "set.npz"), data);
  REQUIRE(test.has_value());
  CHECK(same(test->inputs, images().narrow(0, 0, 2)));
  CHECK(same(test->targets, at::tensor({1, 2}, at::kLong)));
  CHECK(test->classes == 3);  // as in training, though label 0 is not among them
  const auto named = spec_of(folder / "set.npz", {{"data.label", "y_train"}});
  CHECK(same(load_test_data(named, data)->targets, test->targets));
}

TEST_CASE("arrays that are not there are named with those that are") {
  const core::TemporaryFolder folder;
  write_bytes(folder / "set.npz", from_hex(golden::kNpzStored));
  CHECK_THAT(problem_of_loading(folder / "set.npz", {{"data.label", "z"}}),
             EndsWith("set.npz: no array of labels (z); name it with data.label; there are: \"x\", "
                      "\"y\""));
  TensorFile file;
  file.tensors = {{"pictures", at::zeros({2})}};
  write_bytes(folder / "set.safetensors", safetensors_bytes(file));
  CHECK_THAT(problem_of_loading(folder / "set.safetensors"),
             EndsWith("no array of inputs (x, images, data, features, inputs); there is: "
                      "\"pictures\""));
}

TEST_CASE("an archive that is cut off or changed anywhere is refused, or read the same") {
  const core::TemporaryFolder folder;
  for (const auto digits : {golden::kNpzStored, golden::kNpzDeflated}) {
    const auto bytes = from_hex(digits);
    for (std::size_t size = 0; size < bytes.size(); size += 11) {
      write_bytes(folder / "set.npz", std::string_view(bytes).substr(0, size));
      REQUIRE(problem_of_loading(folder / "set.npz") != "loaded");
    }
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
      auto changed = bytes;
      changed[i] = static_cast<char>(changed[i] ^ (1 << i % 8));
      write_bytes(folder / "set.npz", changed);
      const auto data = load_training_data(spec_of(folder / "set.npz"));
      if (data) REQUIRE(same(data->inputs, images()));
    }
  }
}

TEST_CASE("a member that promises more than it can hold is refused before it takes memory") {
  const core::TemporaryFolder folder;
  auto bytes = from_hex(golden::kNpzLies);
  write_bytes(folder / "set.npz", bytes);
  CHECK_THAT(problem_of_loading(folder / "set.npz"),
             Contains("2147483648 × 1 needs 2147483648 bytes after the header, there are 10000"));
  // The directory lies as well: what deflate can make of the member's bytes counts.
  bytes.replace(bytes.find("PK\x01\x02") + 24, 4, "\xff\xff\xff\xf0");
  write_bytes(folder / "set.npz", bytes);
  const auto packed = 1032 * static_cast<unsigned char>(bytes[bytes.find("PK\x01\x02") + 20]);
  CHECK_THAT(problem_of_loading(folder / "set.npz"),
             Contains("there are " + std::to_string(packed - 128)));
}

TEST_CASE("a member whose size is not what the directory says is refused") {
  const core::TemporaryFolder folder;
  auto bytes = from_hex(golden::kNpzDeflated);
  bytes.replace(bytes.find("PK\x01\x02") + 24, 4, "\xf0\xff\xff\x7f");
  write_bytes(folder / "set.npz", bytes);
  CHECK_THAT(problem_of_loading(folder / "set.npz"),
             Contains("member \"x_train.npy\": its checksum or its size is wrong"));
}

TEST_CASE("a safetensors file of inputs and labels is data, and stays in the file") {
  const core::TemporaryFolder folder;
  TensorFile file;
  file.tensors = {{"images", images().squeeze(1)},
                  {"target", at::tensor({0.5, 1.0, 2.0, -1.0, 0.0, 3.0}, at::kDouble)}};
  write_bytes(folder / "set", safetensors_bytes(file));
  const auto data = loaded(folder / "set");
  CHECK(same(data.inputs, images()));
  CHECK(same(data.targets, at::tensor({0.5, 1.0, 2.0, -1.0, 0.0, 3.0}, at::kFloat)));
  CHECK(data.classes == 0);
  CHECK(data.mapped);
}

}  // namespace
}  // namespace lrsweep::trainer
