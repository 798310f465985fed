#include "trainer/data/array_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace lrsweep::trainer {
namespace {

using Words = std::vector<std::string_view>;

constexpr std::size_t kMostShown = 20;
const Words kInputs{"x", "images", "data", "features", "inputs"};
const Words kLabels{"y", "labels", "label", "target", "targets"};

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool same(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

std::vector<std::string> spellings(std::string_view word, Part part) {
  if (part == Part::kTest) return {fmt::format("{}_test", word), fmt::format("test_{}", word)};
  return {std::string(word), fmt::format("{}_train", word), fmt::format("train_{}", word)};
}

std::optional<std::string> find(const std::vector<std::string>& names, const Words& words,
                                Part part) {
  for (const auto word : words) {
    for (const auto& spelling : spellings(word, part)) {
      const auto found = std::find_if(names.begin(), names.end(), [&](const std::string& name) {
        return same(name, spelling);
      });
      if (found != names.end()) return *found;
    }
  }
  return std::nullopt;
}

// "y_train" and "train_y" stand for "y", so that the test part's is found beside it.
std::string_view without_train(std::string_view label) {
  if (label.ends_with("_train")) return label.substr(0, label.size() - 6);
  return label.starts_with("train_") ? label.substr(6) : label;
}

Words label_words(const LoadRequest& request) {
  if (request.label.empty()) return kLabels;
  return {without_train(request.label)};
}

core::Failure missing(std::string_view what, const Words& words, std::string_view advice,
                      const std::vector<std::string>& names, const Place& place) {
  std::vector<std::string> shown;
  for (const auto& name : names) {
    if (shown.size() < kMostShown) shown.push_back(core::quoted(name));
  }
  return place.error(
      fmt::format("no array of {} ({}){}; there {}: {}", what, fmt::join(words, ", "), advice,
                  names.size() == 1 ? "is" : "are",
                  names.empty() ? "none" : fmt::format("{}", fmt::join(shown, ", "))));
}

}  // namespace

std::optional<ArrayNames> find_arrays(const std::vector<std::string>& names,
                                      const LoadRequest& request) {
  auto inputs = find(names, kInputs, request.part);
  auto labels = find(names, label_words(request), request.part);
  if (!inputs || !labels) return std::nullopt;
  return ArrayNames{std::move(*inputs), std::move(*labels)};
}

core::Result<ArrayNames> expect_arrays(const std::vector<std::string>& names,
                                       const LoadRequest& request, const Place& place) {
  if (auto found = find_arrays(names, request)) return std::move(*found);
  if (!find(names, kInputs, request.part)) return missing("inputs", kInputs, "", names, place);
  return missing("labels", label_words(request), "; name it with data.label", names, place);
}

}  // namespace lrsweep::trainer
