#include "trainer/data/csv_labels.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "core/text.hpp"

namespace lrsweep::trainer {
namespace {

constexpr std::size_t kSurelyClasses = 20;

std::string_view trimmed(std::string_view text) {
  const auto begin = std::min(text.find_first_not_of(" \t"), text.size());
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

template <class Number>
std::optional<Number> parsed(std::string_view cell) {
  auto text = trimmed(cell);
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Each sample's value by its label's.
template <class Value>
at::Tensor by_label(const std::vector<std::int64_t>& column, const std::vector<Value>& values) {
  const auto type = c10::CppTypeToScalarType<Value>::value;
  at::Tensor targets = at::empty({static_cast<std::int64_t>(column.size())}, type);
  auto* target = targets.mutable_data_ptr<Value>();
  for (std::size_t i = 0; i < column.size(); ++i) {
    target[i] = values[static_cast<std::size_t>(column[i])];
  }
  return targets;
}

}  // namespace

std::optional<double> number_in(std::string_view cell) { return parsed<double>(cell); }

void CsvLabels::add(const std::string& cell, std::int64_t line) {
  const std::string word(trimmed(cell));
  const auto [place, is_new] = numbers_.try_emplace(word, static_cast<std::int64_t>(words_.size()));
  if (is_new) words_.push_back({word, line});
  column_.push_back(place->second);
}

bool CsvLabels::is_classification(const LoadRequest& request) const {
  if (request.task != "auto") return request.task == "classification";
  const auto all = [&](auto is) {
    return std::all_of(words_.begin(), words_.end(),
                       [&](const Word& word) { return is(word.text); });
  };
  return all([](const std::string& text) { return parsed<std::int64_t>(text).has_value(); }) ||
         !all([](const std::string& text) { return number_in(text).has_value(); });
}

core::Result<void> CsvLabels::set_targets(Dataset& data, const LoadRequest& request,
                                          const CsvRows& rows) const {
  for (const auto& word : words_) {
    if (word.text.empty()) return rows.error_at(word.line, "the label is empty");
  }
  if (!is_classification(request)) return set_numbers(data, rows);
  if (request.train != nullptr) return set_known_classes(data, *request.train, rows);
  return set_new_classes(data, request, rows);
}

core::Result<void> CsvLabels::set_numbers(Dataset& data, const CsvRows& rows) const {
  std::vector<float> values;
  for (const auto& word : words_) {
    const auto value = number_in(word.text);
    if (!value || !std::isfinite(static_cast<float>(*value))) {
      return rows.error_at(word.line,
                           fmt::format("label {}; allowed for regression: finite numbers; or "
                                       "data.task classification",
                                       core::quoted(word.text)));
    }
    values.push_back(static_cast<float>(*value));
  }
  data.targets = by_label(column_, values);
  return {};
}

core::Result<void> CsvLabels::set_new_classes(Dataset& data, const LoadRequest& request,
                                              const CsvRows& rows) const {
  const auto count = words_.size();
  if (count < 2) {
    return rows.error_at(words_.front().line,
                         fmt::format("every label is {}; at least two classes are needed",
                                     core::quoted(words_.front().text)));
  }
  if (request.task == "auto" && count > kSurelyClasses && 2 * count > column_.size()) {
    return rows.error_at(words_.front().line,
                         fmt::format("{} different labels in {} samples: classes or numbers? say "
                                     "so with data.task classification or regression",
                                     count, column_.size()));
  }
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto value = [&](std::size_t i) { return parsed<std::int64_t>(words_[i].text); };
  const bool whole =
      std::all_of(order.begin(), order.end(), [&](std::size_t i) { return value(i).has_value(); });
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (whole && value(a) != value(b)) return value(a) < value(b);
    return words_[a].text < words_[b].text;
  });
  std::vector<std::int64_t> classes(count);
  bool are_numbers = whole;
  for (std::size_t i = 0; i < count; ++i) {
    classes[order[i]] = static_cast<std::int64_t>(i);
    are_numbers = are_numbers && value(order[i]) == static_cast<std::int64_t>(i);
  }
  data.targets = by_label(column_, classes);
  data.classes = static_cast<std::int64_t>(count);
  for (std::size_t i = 0; i < count && !are_numbers; ++i) {
    data.class_names.push_back(words_[order[i]].text);
  }
  return {};
}

core::Result<void> CsvLabels::set_known_classes(Dataset& data, const Dataset& train,
                                                const CsvRows& rows) const {
  const auto& names = train.class_names;
  std::vector<std::int64_t> classes;
  for (const auto& word : words_) {
    const auto found = std::find(names.begin(), names.end(), word.text);
    const auto number = names.empty()          ? parsed<std::int64_t>(word.text).value_or(-1)
                        : found == names.end() ? -1
                                               : found - names.begin();
    if (number < 0 || number >= train.classes) {
      return rows.error_at(word.line, fmt::format("label {} is none of the training part's",
                                                  core::quoted(word.text)));
    }
    classes.push_back(number);
  }
  data.targets = by_label(column_, classes);
  data.classes = train.classes;
  data.class_names = names;
  return {};
}

}  // namespace lrsweep::trainer
