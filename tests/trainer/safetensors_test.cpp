#include "trainer/safetensors.hpp"

#include <ATen/ATen.h>

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "data_support.hpp"

namespace lrsweep::trainer {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

core::Result<TensorFile> read_bytes(std::string_view bytes) {
  const core::TemporaryFolder folder;
  write_bytes(folder / "set", bytes);
  return read_safetensors(folder / "set");
}

std::string with_length(std::string_view header, std::string_view values) {
  std::string bytes(8, '\0');
  bytes[0] = static_cast<char>(header.size() % 256);
  bytes[1] = static_cast<char>(header.size() / 256);
  return bytes.append(header).append(values);
}

std::string problem_with(std::string_view header, std::string_view values) {
  const auto file = read_bytes(with_length(header, values));
  if (file.has_value()) return "read";
  CHECK(file.error().kind == core::ErrorKind::kData);
  CHECK_THAT(file.error().message, Contains("/set: "));
  return file.error().message;
}

// A tensor "a" of these fields, with four bytes of values.
std::string problem_of(const std::string& fields) {
  return problem_with("{\"a\":{" + fields + "}}", "abcd");
}

// Written by Python's safetensors (make_data_golden.py).
TEST_CASE("a file that Python's safetensors wrote is read, and ours is the same bytes") {
  std::string bytes(8, '\0');
  bytes[0] = static_cast<char>(0x98);
  bytes +=
      R"({"__metadata__":{"made":"by hand"},"b":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},)"
      R"("a":{"dtype":"U8","shape":[3],"data_offsets":[24,27]}})";
  bytes.resize(8 + 0x98, ' ');
  for (const float value : {0.0F, 0.5F, 1.0F, 1.5F, 2.0F, 2.5F}) {
    bytes.append(reinterpret_cast<const char*>(&value), 4);
  }
  bytes += "\x07\x08\xff";
  const auto file = read_bytes(bytes);
  REQUIRE(file.has_value());
  REQUIRE(file->tensors.size() == 2);
  CHECK(file->metadata == std::map<std::string, std::string>{{"made", "by hand"}});
  CHECK(file->tensors[0].name == "b");
  CHECK(same(file->tensors[0].values, at::arange(6, at::kFloat).view({2, 3}) / 2));
  CHECK(same(file->tensors[1].values, at::tensor({7, 8, 255}, at::kByte)));
  CHECK(safetensors_bytes(*file) == bytes);
}

TEST_CASE("every type and shape comes back as it was, in its order and with its name") {
  const core::TemporaryFolder folder;
  TensorFile file;
  file.metadata = {{"format", "pt"}, {"ünï\"code\n", "\x01 value"}};
  for (const auto type : {at::kByte, at::kChar, at::kShort, at::kInt, at::kLong, at::kHalf,
                          at::kBFloat16, at::kFloat, at::kDouble}) {
    const std::string name = c10::toString(type);
    file.tensors.push_back({name, at::arange(-3, 4, at::kInt).to(type)});
    file.tensors.push_back({name + " number", at::full({}, 5, type)});
    file.tensors.push_back({name + " nothing", at::empty({3, 0, 2}, type)});
    file.tensors.push_back(
        {name + " turned", at::arange(24, type).view({2, 3, 4}).permute({2, 0, 1})});
  }
  write_bytes(folder / "set", safetensors_bytes(file));
  const auto read = read_safetensors(folder / "set");
  REQUIRE(read.has_value());
  CHECK(read->metadata == file.metadata);
  REQUIRE(read->tensors.size() == file.tensors.size());
  for (std::size_t i = 0; i < file.tensors.size(); ++i) {
    INFO(file.tensors[i].name);
    CHECK(read->tensors[i].name == file.tensors[i].name);
    CHECK(same(read->tensors[i].values, file.tensors[i].values));
  }
}

TEST_CASE("values lie aligned for their type, so that Python can use them where they are") {
  TensorFile file;
  file.tensors = {{"a", at::zeros({3}, at::kByte)},
                  {"b", at::full({1}, 2.0, at::kDouble)},
                  {"c", at::ones({5}, at::kHalf)}};
  const auto bytes = safetensors_bytes(file);
  CHECK_THAT(bytes, Contains(R"("a":{"dtype":"U8","shape":[3],"data_offsets":[18,21]})"));
  CHECK_THAT(bytes, Contains(R"("b":{"dtype":"F64","shape":[1],"data_offsets":[0,8]})"));
  CHECK((bytes.size() - 21) % 8 == 0);
}

TEST_CASE("a file without tensors, and parameters that want gradients") {
  const auto none = read_bytes(safetensors_bytes({}));
  REQUIRE(none.has_value());
  CHECK(none->tensors.empty());
  TensorFile file;
  file.tensors = {{"w", at::ones({2}).requires_grad_()}};
  const auto read = read_bytes(safetensors_bytes(file));
  REQUIRE(read.has_value());
  CHECK(same(read->tensors[0].values, at::ones({2})));
}

TEST_CASE("a write to a tensor that was read stays out of the file") {
  const core::TemporaryFolder folder;
  TensorFile file;
  file.tensors = {{"w", at::ones({2})}};
  write_bytes(folder / "set", safetensors_bytes(file));
  auto read = read_safetensors(folder / "set");
  REQUIRE(read.has_value());
  read->tensors[0].values.fill_(7);
  CHECK(read_safetensors(folder / "set")->tensors[0].values.equal(at::ones({2})));
}

TEST_CASE("a tensor that lies at an odd place is read all the same") {
  std::string values("\x09");
  const float number = 1.5F;
  values.append(reinterpret_cast<const char*>(&number), 4);
  const auto file =
      read_bytes(with_length(R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},)"
                             R"("b":{"dtype":"F32","shape":[1],"data_offsets":[1,5]}})",
                             values));
  REQUIRE(file.has_value());
  CHECK(file->tensors[1].values.item<float>() == 1.5F);
}

TEST_CASE("a length of the header over the file's is refused") {
  const auto problem = [](std::string_view bytes) { return read_bytes(bytes).error().message; };
  CHECK_THAT(problem(""), EndsWith("0 bytes are no safetensors file, which begins with 8 bytes"));
  CHECK_THAT(problem(std::string("\x03\0\0\0\0\0\0\0{}", 10)),
             EndsWith("announce a header of 3 bytes; allowed: up to 2"));
  CHECK_THAT(problem(std::string(8, '\xff') + "{}"),
             EndsWith("announce a header of 18446744073709551615 bytes; allowed: up to 2"));
}

TEST_CASE("a safetensors file that is cut off anywhere is refused") {
  TensorFile file;
  file.tensors = {{"w", at::ones({4})}};
  const auto bytes = safetensors_bytes(file);
  CHECK(read_bytes(bytes).has_value());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    REQUIRE_FALSE(read_bytes(std::string_view(bytes).substr(0, size)).has_value());
  }
  CHECK_THAT(read_bytes(bytes + "x").error().message,
             EndsWith("17 bytes follow its header, but its tensors are 16"));
}

TEST_CASE("a header that is not a JSON object of tensors is refused") {
  CHECK_THAT(problem_with("{\"a\":", ""), Contains("its header is not JSON: "));
  CHECK_THAT(problem_with("[1]", ""), EndsWith("its header is not a JSON object"));
  CHECK_THAT(problem_with("{\"a\":3}", ""), EndsWith("tensor \"a\": not a JSON object"));
  CHECK_THAT(problem_with("{\"__metadata__\":3}", ""), Contains("__metadata__ is not a JSON"));
  CHECK_THAT(problem_with("{\"__metadata__\":{\"k\":3}}", ""), Contains("\"k\" is not a text"));
  CHECK_THAT(problem_with(std::string(5000, '['), ""), Contains("not JSON"));
  const std::string a = R"("a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]})";
  CHECK(problem_with("{" + a + "}", "") == "read");
  CHECK_THAT(problem_with("{" + a + "," + a + "}", ""), EndsWith("its header names \"a\" twice"));
  CHECK_THAT(problem_of(R"("dtype":"U8","dtype":"U8","shape":[4],"data_offsets":[0,4])"),
             EndsWith("names \"dtype\" twice"));
}

TEST_CASE("types, shapes and places that cannot be are refused") {
  CHECK(problem_of(R"("dtype":"F32","shape":[1],"data_offsets":[0,4])") == "read");
  CHECK_THAT(problem_of(R"("dtype":"F7","shape":[1],"data_offsets":[0,4])"),
             Contains(R"(tensor "a": dtype "F7"; known: U8, I8, )"));
  CHECK_THAT(problem_of(R"("shape":[1],"data_offsets":[0,4])"), Contains("dtype null; known"));
  for (const char* shape : {"[-1]", "[1.5]", "1", "null", "[\"1\"]", "[18446744073709551615]"}) {
    CHECK_THAT(problem_of(R"("dtype":"U8","data_offsets":[0,4],"shape":)" + std::string(shape)),
               Contains("shape " + std::string(shape) + "; allowed: "));
  }
  for (const char* offsets : {"[-4,0]", "[0]", "[0,4,8]", "7", "null"}) {
    CHECK_THAT(problem_of(R"("dtype":"U8","shape":[4],"data_offsets":)" + std::string(offsets)),
               Contains("data_offsets " + std::string(offsets) + "; allowed: "));
  }
  CHECK_THAT(problem_of(R"("dtype":"U8","shape":[4],"data_offsets":[4,0])"),
             EndsWith("data_offsets 4 to 0, but 4 needs 4 bytes"));
  CHECK_THAT(problem_of(R"("dtype":"U8","shape":[4],"data_offsets":[4,8])"),
             EndsWith("begins at byte 4; allowed: 0, where the one before it ends"));
  CHECK_THAT(problem_of(R"("dtype":"F32","shape":[2],"data_offsets":[0,8])"),
             EndsWith("2 of 4-byte numbers are more than the 4 bytes that follow the header"));
}

TEST_CASE("sizes whose product overflows are refused") {
  // 2^64 + 4 in all, and 2^64 · 0.
  CHECK_THAT(problem_of(R"("dtype":"U8","shape":[4611686018427387905,4],"data_offsets":[0,4])"),
             Contains("shape "));
  CHECK_THAT(problem_of(R"("dtype":"U8","shape":[2147483648,2147483648,4],"data_offsets":[0,4])"),
             Contains("are more than the 4 bytes"));
  CHECK_THAT(problem_of(R"("dtype":"U8","shape":[0,4294967296,4294967296],"data_offsets":[0,0])"),
             Contains("are more than the 4 bytes"));
}

TEST_CASE("tensors that overlap or leave a gap are refused") {
  const auto two = [](const std::string& a, const std::string& b) {
    return problem_with(R"({"a":{"dtype":"U8","shape":[2],"data_offsets":)" + a +
                            R"(},"b":{"dtype":"U8","shape":[2],"data_offsets":)" + b + "}}",
                        "abcd");
  };
  CHECK(two("[0,2]", "[2,4]") == "read");
  CHECK(two("[2,4]", "[0,2]") == "read");
  CHECK_THAT(two("[0,2]", "[1,3]"), EndsWith("tensor \"b\": begins at byte 1; allowed: 2, where "
                                             "the one before it ends"));
  CHECK_THAT(two("[0,2]", "[0,2]"), Contains("begins at byte 0; allowed: 2"));
}

}  // namespace
}  // namespace lrsweep::trainer
