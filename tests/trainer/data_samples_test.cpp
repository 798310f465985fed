// Shapes, types and labels that every format shares.
#include <ATen/ATen.h>
#include <catch2/catch.hpp>
#include <cmath>

#include "data_support.hpp"
#include "trainer/data/inputs.hpp"
#include "trainer/data/samples.hpp"

namespace lrsweep::trainer {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

const Place kX{"/set", "x"};
const Place kY{"/set", "y"};

std::vector<std::int64_t> shape_of(const at::Tensor& values) {
  return as_inputs(values, kX).value().sizes().vec();
}
using Sizes = std::vector<std::int64_t>;

core::Result<Dataset> dataset_of(const at::Tensor& labels, const LoadRequest& request = {}) {
  return make_dataset({at::zeros({labels.size(0), 2}, at::kByte), kX}, {labels, kY}, request);
}
std::string problem_with(const at::Tensor& labels, const LoadRequest& request = {}) {
  const auto data = dataset_of(labels, request);
  return data ? "loaded" : data.error().message;
}

TEST_CASE("inputs come in four layouts") {
  CHECK(shape_of(at::zeros({5, 9})) == Sizes{5, 9, 1, 1});
  CHECK(shape_of(at::zeros({5, 9, 3})) == Sizes{5, 1, 9, 3});
  CHECK(shape_of(at::zeros({5, 3, 9, 8}, at::kByte)) == Sizes{5, 3, 9, 8});
  CHECK(shape_of(at::zeros({5, 9, 8, 3}, at::kByte)) == Sizes{5, 3, 9, 8});
  CHECK(shape_of(at::zeros({5, 9, 8, 3})) == Sizes{5, 9, 8, 3});
  CHECK(shape_of(at::zeros({5, 9, 1, 1}, at::kByte)) == Sizes{5, 9, 1, 1});
  CHECK(shape_of(at::zeros({5, 3, 4, 4}, at::kByte)) == Sizes{5, 3, 4, 4});
  const auto pixels = at::arange(48, at::kByte).view({2, 2, 4, 3});
  const auto turned = as_inputs(pixels, kX).value();
  CHECK(turned.is_contiguous());
  CHECK(turned[1][2][0][3].item<int>() == pixels[1][0][3][2].item<int>());
}

TEST_CASE("bytes stay, other numbers become float32") {
  const auto type_of = [](c10::ScalarType type) {
    return as_inputs(at::ones({2, 2}, type), kX).value().scalar_type();
  };
  CHECK(type_of(at::kByte) == at::kByte);
  for (const auto type : {at::kChar, at::kShort, at::kInt, at::kLong, at::kHalf, at::kBFloat16,
                          at::kFloat, at::kDouble}) {
    CHECK(type_of(type) == at::kFloat);
  }
}

TEST_CASE("inputs of no or too many sizes, and none at all, are refused") {
  const auto problem = [](const at::Tensor& values) {
    return as_inputs(values, kX).error().message;
  };
  CHECK_THAT(problem(at::zeros({5})), Contains("/set: array \"x\": inputs of shape 5; allowed: "));
  CHECK_THAT(problem(at::zeros({1, 1, 1, 1, 1})), Contains("inputs of shape 1 × 1 × 1 × 1 × 1"));
  CHECK_THAT(problem(at::zeros({0, 3})), Contains("inputs of shape 0 × 3"));
  CHECK_THAT(problem(at::zeros({2, 2}, at::kBool)), Contains("numbers of type Bool"));
}

TEST_CASE("the first input that is not finite is named by its place") {
  const auto problem = [](double value, c10::ScalarType type) {
    auto values = at::zeros({5000, 3}, type);
    values[4321][2] = value;
    values[4999][0] = value;
    return as_inputs(values, kX).error().message;
  };
  CHECK_THAT(problem(NAN, at::kFloat), Contains("array \"x\": nan at [4321, 2] (counted from 0)"));
  CHECK_THAT(problem(-INFINITY, at::kHalf), Contains("-inf at [4321, 2]"));
  CHECK_THAT(problem(1e39, at::kDouble), Contains("inf at [4321, 2]"));
  CHECK(as_inputs(at::full({5000, 3}, 3e38), kX).has_value());
}

TEST_CASE("integers are classes, floats numbers, unless data.task says otherwise") {
  CHECK(dataset_of(at::tensor({1, 0, 1}, at::kByte))->classes == 2);
  CHECK(
      same(dataset_of(at::tensor({1, 0, 1}, at::kInt))->targets, at::tensor({1, 0, 1}, at::kLong)));
  CHECK(dataset_of(at::tensor({1.0, 0.0}, at::kFloat))->classes == 0);
  CHECK(dataset_of(at::tensor({1.0, 0.0}, at::kFloat), {.task = "classification"})->classes == 2);
  const auto numbers = dataset_of(at::tensor({7, -3}, at::kLong), {.task = "regression"});
  CHECK(same(numbers->targets, at::tensor({7.0F, -3.0F}, at::kFloat)));
  CHECK(dataset_of(at::tensor({1, 0}, at::kLong).view({2, 1}))->targets.dim() == 1);
}

TEST_CASE("labels that cannot be classes are refused by their place") {
  CHECK_THAT(problem_with(at::tensor({0.0, 0.5}), {.task = "classification"}),
             Contains("array \"y\": label 0.5 of sample 1 (counted from 0); allowed"));
  CHECK_THAT(problem_with(at::tensor({0.0, NAN}), {.task = "classification"}),
             Contains("label nan"));
  CHECK_THAT(problem_with(at::tensor({0, 1, -1}, at::kLong)), Contains("label -1 of sample 2"));
  CHECK_THAT(
      problem_with(at::tensor({0, 1000000000}, at::kLong)),
      Contains("label 1000000000 of sample 1 (counted from 0); allowed: 0 to 1 with 2 samples"));
  CHECK_THAT(problem_with(at::tensor({0, 3, 1, 0}, at::kLong)),
             Contains("labels go up to 3, but no training sample has label 2"));
  CHECK_THAT(problem_with(at::tensor({0, 0}, at::kLong)), Contains("every label is 0"));
  CHECK_THAT(problem_with(at::tensor({0.5, NAN})), Contains("array \"y\": nan at [1]"));
  CHECK_THAT(problem_with(at::zeros({3, 2})),
             Contains("labels of shape 3 × 2; allowed: 3, one for"));
  CHECK_THAT(make_dataset({at::zeros({3, 2}), kX}, {at::zeros({2}), kY}, {}).error().message,
             Contains("labels of shape 2; allowed: 3"));
}

TEST_CASE("test labels are of the training part's classes") {
  Dataset train;
  train.classes = 3;
  const LoadRequest request{.part = Part::kTest, .task = "classification", .train = &train};
  CHECK(dataset_of(at::tensor({2, 2}, at::kLong), request)->classes == 3);
  CHECK_THAT(
      problem_with(at::tensor({2, 3}, at::kLong), request),
      EndsWith("label 3 of sample 1 (counted from 0); allowed: 0 to 2, as in the training part"));
}

}  // namespace
}  // namespace lrsweep::trainer
