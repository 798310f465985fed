// The worked examples of docs/numerics.md: indented lines "name(arguments) = results".
#pragma once

#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace lrsweep::testing {

using Values = std::vector<double>;
using Examples = std::map<std::string, std::function<Values(const Values&)>>;

struct DocExample {
  std::string line;
  std::string name;
  std::string arguments;
  Values results;
};

// Numbers with commas between; nan is one.
inline Values numbers(const std::string& text) {
  std::istringstream stream(text);
  Values result;
  for (std::string part; std::getline(stream, part, ',');) result.push_back(std::stod(part));
  return result;
}

inline std::vector<DocExample> doc_examples() {
  std::ifstream file(LRSWEEP_SOURCE_DIR "/docs/numerics.md");
  const std::regex form(R"(    (\w+)\((.*)\) = (.*))");
  std::vector<DocExample> found;
  for (std::string line; std::getline(file, line);) {
    std::smatch match;
    if (std::regex_match(line, match, form))
      found.push_back({line, match[1], match[2], numbers(match[3])});
  }
  return found;
}

// What tests/trainer evaluates; the rest is for tests/finders.
inline const std::set<std::string>& torch_examples() {
  static const std::set<std::string> all{
      "adagrad", "adam",  "adamw",      "clip_norm", "clip_value", "cross_entropy",
      "ema",     "huber", "lamb",       "lion",      "loss_scale", "macro_f1",
      "mae",     "mse",   "normalized", "r2",        "rmsprop",    "sgd"};
  return all;
}

inline void check_example(const DocExample& example, const Values& found, double tolerance) {
  INFO(example.line);
  REQUIRE(found.size() == example.results.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CHECK(found[i] == Approx(example.results[i]).epsilon(tolerance).margin(1e-9));
  }
}

}  // namespace lrsweep::testing
