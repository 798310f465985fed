#include "trainer/data/dataset.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string_view>

#include "core/json.hpp"
#include "core/text.hpp"
#include "trainer/data/data_source.hpp"
#include "trainer/data/formats.hpp"
#include "trainer/data/open_file.hpp"
#include "trainer/data/shape.hpp"

namespace lrsweep::trainer {
namespace {

namespace fs = std::filesystem;

core::Result<std::int64_t> limit_of(const core::Spec& spec, std::int64_t size) {
  if (spec.has("data.share")) {
    const auto part = std::llround(static_cast<double>(size) * spec.number("data.share"));
    return std::max<std::int64_t>(part, 1);
  }
  if (!spec.has("data.limit")) return size;
  const auto limit = spec.integer("data.limit");
  if (limit <= size) return limit;
  return core::fail(core::ErrorKind::kData,
                    fmt::format("data.limit {}: the training part has {} samples; allowed: 1 to {}",
                                limit, size, size));
}

core::Result<Dataset> limited(Dataset data, const core::Spec& spec) {
  const auto limit = limit_of(spec, data.size());
  if (!limit) return core::Failure(limit.error());
  if (*limit == data.size()) return data;
  // Copies, so that the rest is freed; what lies in a file takes no memory.
  const at::Tensor inputs = data.inputs.narrow(0, 0, *limit);
  data.inputs = data.mapped ? inputs : inputs.clone();
  data.targets = data.targets.narrow(0, 0, *limit).clone();
  return data;
}

// Without the spaces around them.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t start = 0; start < text.size();) {
    const auto end = std::min(text.find(',', start), text.size());
    const auto word = std::string_view(text).substr(start, end - start);
    const auto first = std::min(word.find_first_not_of(' '), word.size());
    words.emplace_back(word.substr(first, word.find_last_not_of(' ') + 1 - first));
    start = end + 1;
  }
  return words;
}

LoadRequest request_of(const core::Spec& spec) {
  LoadRequest request;
  request.task = spec.text("data.task");
  if (spec.has("data.label")) request.label = spec.text("data.label");
  if (spec.has("data.drop")) request.drop = words_of(spec.text("data.drop"));
  return request;
}

// A key that changes nothing would be taken for one that does.
core::Result<void> check_taken(const core::Spec& spec, const DataFormat& format) {
  const auto unused = [&](const char* key) {
    return core::fail(core::ErrorKind::kUsage,
                      fmt::format("{} is {}: nothing is named in data of the format {}; allowed: "
                                  "null",
                                  key, core::quoted(spec.text(key)), format.name));
  };
  if (spec.has("data.label") && !format.names_labels) return unused("data.label");
  if (spec.has("data.drop") && !format.drops_columns) return unused("data.drop");
  return {};
}

fs::path test_path_of(const core::Spec& spec) {
  return spec.has("data.test") ? fs::path(spec.text("data.test")) : source_path(spec);
}

std::string sample_text(const at::Tensor& inputs) {
  return fmt::format("{} ({})", shape_text(inputs.sizes().slice(1).vec()),
                     c10::toString(inputs.scalar_type()));
}

core::Failure no_test_part(const fs::path& path) {
  return data_error(path,
                    "keeps no test samples beside its training samples; name some: --set "
                    "data.test=PATH");
}

core::Result<void> check_fit(const Dataset& test, const Dataset& train, const fs::path& path) {
  if (test.inputs.sizes().slice(1) == train.inputs.sizes().slice(1) &&
      test.inputs.scalar_type() == train.inputs.scalar_type()) {
    return {};
  }
  return data_error(
      path, fmt::format("each test sample is {}, each training sample {}; allowed: the same",
                        sample_text(test.inputs), sample_text(train.inputs)));
}

}  // namespace

core::Result<Dataset> load_training_data(const core::Spec& spec) {
  const auto format = source_format(spec);
  if (!format) return core::Failure(format.error());
  if (auto taken = check_taken(spec, **format); !taken) return core::Failure(taken.error());
  auto data = (*format)->load(source_path(spec), request_of(spec));
  if (!data) return data;
  return limited(std::move(*data), spec);
}

core::Result<Dataset> load_test_data(const core::Spec& spec, const Dataset& train) {
  const auto path = test_path_of(spec);
  const auto* format = format_of(path);
  if (format == nullptr) {
    return data_error(path, fmt::format("no test samples of a known format; data.test takes what "
                                        "data.source takes, which is {}",
                                        core::quoted(spec.text("data.source"))));
  }
  auto request = request_of(spec);
  request.part = Part::kTest;
  request.task = train.classes > 0 ? "classification" : "regression";
  request.train = &train;
  if (!format->has(path, request)) {
    if (!spec.has("data.test")) return no_test_part(path);
    request.part = Part::kTrain;
  }
  auto test = format->load(path, request);
  if (!test) return test;
  if (auto fits = check_fit(*test, train, path); !fits) return core::Failure(fits.error());
  return test;
}

std::string data_key(const core::Spec& spec) {
  std::string key;
  for (const char* name : {"data.limit", "data.share", "data.label", "data.drop", "data.task"}) {
    key.append(core::dump(spec.json(name))).append(1, '\n');
  }
  return key + identity_of(source_path(spec));
}

std::string test_data_key(const core::Spec& spec) { return identity_of(test_path_of(spec)); }

}  // namespace lrsweep::trainer
