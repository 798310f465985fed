#include <ATen/ATen.h>
#include <catch2/catch.hpp>

#include "data_support.hpp"

namespace lrsweep::trainer {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

Dataset from(std::string_view text, const Settings& settings = {}) {
  const core::TemporaryFolder folder;
  write_bytes(folder / "set.csv", text);
  return loaded(folder / "set.csv", settings);
}
std::string problem_with(std::string_view text, const Settings& settings = {}) {
  const core::TemporaryFolder folder;
  write_bytes(folder / "set.csv", text);
  return problem_of_loading(folder / "set.csv", settings);
}
at::Tensor rows(const std::vector<float>& values, std::int64_t features) {
  return at::tensor(values, at::kFloat).view({-1, features, 1, 1});
}
at::Tensor classes(const std::vector<std::int64_t>& values) {
  return at::tensor(values, at::kLong);
}

TEST_CASE("a CSV file becomes rows of numbers with classes") {
  const auto data = from("a,label,b\n1,0,2.5\n-3e2,1, +4 \n");
  CHECK(same(data.inputs, rows({1, 2.5, -300, 4}, 2)));
  CHECK(same(data.targets, classes({0, 1})));
  CHECK(data.classes == 2);
  CHECK(data.class_names.empty());
  CHECK(data.input_names == std::vector<std::string>{"a", "b"});
}

TEST_CASE("quotes, commas and line ends within quotes, CRLF, a mark and empty lines are read") {
  const auto data =
      from("\xef\xbb\xbf\"a\"\"x\",\"b, c\",label\r\n\"1\",2,\"no,\r\nyes\"\r\n\r\n3,\"4\",no\r\n");
  CHECK(same(data.inputs, rows({1, 2, 3, 4}, 2)));
  CHECK(data.input_names == std::vector<std::string>{"a\"x", "b, c"});
  CHECK(data.class_names == std::vector<std::string>{"no", "no,\r\nyes"});
  CHECK(same(data.targets, classes({1, 0})));
  CHECK(same(from("a,y\n1,0\n2,1").inputs, rows({1, 2}, 1)));  // no line end
}

TEST_CASE("a gzipped CSV file is read") {
  const core::TemporaryFolder folder;
  write_bytes(folder / "set.csv.gz", gzipped("a,y\n1,0\n2,1\n"));
  CHECK(same(loaded(folder / "set.csv.gz").inputs, rows({1, 2}, 1)));
}

TEST_CASE("words and integers other than 0 to K-1 are numbered in order") {
  const auto words = from("a,y\n1,pear\n2,apple\n3,pear\n4,Fig\n");
  CHECK(words.class_names == std::vector<std::string>{"Fig", "apple", "pear"});
  CHECK(same(words.targets, classes({2, 1, 2, 0})));
  const auto numbers = from("a,y\n1,10\n2,-1\n3,9\n");
  CHECK(numbers.class_names == std::vector<std::string>{"-1", "9", "10"});
  CHECK(same(numbers.targets, classes({2, 0, 1})));
}

TEST_CASE("other numbers are what is predicted, or what data.task says") {
  const auto numbers = from("a,y\n1,0.5\n2,3\n");
  CHECK(numbers.classes == 0);
  CHECK(same(numbers.targets, at::tensor({0.5F, 3.0F}, at::kFloat)));
  CHECK(from("a,y\n1,1\n2,3\n", {{"data.task", "regression"}}).classes == 0);
  CHECK(from("a,y\n1,0.5\n2,3\n", {{"data.task", "classification"}}).class_names ==
        std::vector<std::string>{"0.5", "3"});
  CHECK_THAT(problem_with("a,y\n1,2\n2,no\n", {{"data.task", "regression"}}),
             Contains("set.csv:3: label \"no\"; allowed for regression: finite numbers"));
  CHECK_THAT(problem_with("a,y\n1,2.5\n2,inf\n"), Contains("set.csv:3: label \"inf\"; allowed"));
}

TEST_CASE("labels that may be either are asked about") {
  std::string text = "a,y\n";
  for (int i = 0; i < 30; ++i) text += "1," + std::to_string(100 + i) + "\n";
  CHECK_THAT(problem_with(text),
             Contains("30 different labels in 30 samples: classes or numbers?"));
  CHECK(from(text, {{"data.task", "classification"}}).classes == 30);
  CHECK(from(text, {{"data.task", "regression"}}).classes == 0);
}

TEST_CASE("data.label and data.drop choose the columns") {
  const auto data =
      from("id,kind,a\nx7,1,5\nx8,0,6\n", {{"data.label", "kind"}, {"data.drop", "id"}});
  CHECK(same(data.inputs, rows({5, 6}, 1)));
  CHECK_THAT(problem_with("a,b\n1,2\n"),
             EndsWith("set.csv:1: no column label, labels, target, y; name the labels' column with "
                      "data.label; there are \"a\", \"b\""));
  CHECK_THAT(problem_with("a,b\n1,2\n", {{"data.label", "c"}}),
             EndsWith("no column \"c\" (data.label); there are \"a\", \"b\""));
  CHECK_THAT(problem_with("a,y\n1,2\n", {{"data.drop", "a, c"}}),
             EndsWith("no column \"c\" (data.drop); there are \"a\", \"y\""));
  CHECK_THAT(problem_with("a,y\n1,2\n", {{"data.drop", "y"}}),
             Contains("leaves out \"y\", the labels'"));
  CHECK_THAT(problem_with("a,y\n1,2\n", {{"data.drop", "a"}}), Contains("no column is left"));
}

TEST_CASE("a row with too few or too many cells is named by file, line and column") {
  CHECK_THAT(problem_with("a,b,y\n1,2,0\n1\n"),
             EndsWith("set.csv:3: 1 cells; allowed: 3, as in the header; the first that is missing "
                      "is column \"b\""));
  CHECK_THAT(problem_with("a,b,y\n1,2,0,\n"), EndsWith("set.csv:2: 4 cells; allowed: 3, as in the "
                                                       "header"));
  CHECK_THAT(problem_with("a,y\n\"1\n\n\",0\n2\n"),
             Contains("set.csv:2: column \"a\": \"1\\n\\n\""));
}

TEST_CASE("a cell that is no finite number is named by file, line and column") {
  for (const char* cell :
       {"abc", "1x", "nan", "inf", "-Infinity", "1e39", "1e999", "0x10", "1 2", "+-1"}) {
    CHECK_THAT(problem_with("a,b,y\n1,2,0\n3," + std::string(cell) + ",1\n"),
               Contains("set.csv:3: column \"b\": \"" + std::string(cell) + "\"; allowed: finite"));
  }
  CHECK_THAT(problem_with("a,b,y\n1,,0\n"), Contains("set.csv:2: column \"b\": an empty cell"));
  CHECK_THAT(problem_with("a,y\n1,\n"), EndsWith("set.csv:2: the label is empty"));
}

TEST_CASE("headers that are none are refused") {
  CHECK_THAT(problem_with(""), EndsWith("set.csv:1: empty; allowed: a header and a row for each "
                                        "sample"));
  CHECK_THAT(problem_with("a,y\n"), Contains("no row follows the header"));
  CHECK_THAT(problem_with("1.5,2\n3,4\n"), Contains("set.csv:1: the header is all numbers"));
  CHECK_THAT(problem_with(",a,y\n0,1,2\n"), Contains("column 1 has no name; an index"));
  CHECK_THAT(problem_with("a,a,y\n0,1,2\n"), EndsWith("two columns have the name \"a\""));
  CHECK_THAT(problem_with("a,y\n1,no\n2,no\n"), Contains("every label is \"no\"; at least two"));
}

TEST_CASE("quotes that do not fit, and cells without end, are refused") {
  CHECK_THAT(problem_with("a,y\n1,2\n\"3,4\n"), EndsWith("set.csv:3: a quote is not closed"));
  CHECK_THAT(problem_with("a,y\n1\"2,3\n"), Contains("set.csv:2: a quote within a cell"));
  CHECK_THAT(problem_with("a,y\n\"1\"2,3\n"), Contains("set.csv:2: a quote ends within a cell"));
  CHECK_THAT(problem_with("a,y\n" + std::string(70000, '1')),
             Contains("a cell of more than 65536 b"));
  CHECK_THAT(problem_with(std::string(70000, ',')), Contains("more than 65536 cells"));
  const core::TemporaryFolder folder;
  write_bytes(folder / "set.csv.gz", gzipped("a,y\n1,0\n2,1\n").substr(0, 20));
  CHECK_THAT(problem_of_loading(folder / "set.csv.gz"), Contains("its gzip data is cut off"));
}

TEST_CASE("test columns are found by name, and test words are the training part's") {
  const core::TemporaryFolder folder;
  const auto train = folder / "train.csv";
  write_bytes(train, "a,b,y\n1,2,no\n3,4,yes\n");
  const auto test_of = [&](std::string_view text) {
    write_bytes(folder / "test.csv", text);
    return load_test_data(spec_of(train, {{"data.test", (folder / "test.csv").string()}}),
                          loaded(train));
  };
  const auto test = test_of("y,b,a\nyes,20,10\n");
  REQUIRE(test.has_value());
  CHECK(same(test->inputs, rows({10, 20}, 2)));
  CHECK(same(test->targets, classes({1})));
  CHECK(test->classes == 2);
  CHECK_THAT(test_of("y,b\nyes,20\n").error().message,
             EndsWith("test.csv:1: no column \"a\", which the training part has; there are \"y\", "
                      "\"b\""));
  CHECK_THAT(test_of("y,b,a,c\nyes,1,2,3\n").error().message,
             EndsWith("the training part has no column \"c\"; leave it out with data.drop"));
  CHECK_THAT(test_of("y,b,a\nno,1,2\nperhaps,1,2\n").error().message,
             EndsWith("test.csv:3: label \"perhaps\" is none of the training part's"));
  CHECK_THAT(load_test_data(spec_of(train), loaded(train)).error().message,
             EndsWith("keeps no test samples beside its training samples; name some: --set "
                      "data.test=PATH"));
}

}  // namespace
}  // namespace lrsweep::trainer
