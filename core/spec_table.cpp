#include "core/spec_table.hpp"

#include <algorithm>
#include <array>

#include "core/spec_keys/data.hpp"
#include "core/spec_keys/metric.hpp"
#include "core/spec_keys/model.hpp"
#include "core/spec_keys/optimizer.hpp"
#include "core/spec_keys/range_test.hpp"
#include "core/spec_keys/resources.hpp"
#include "core/spec_keys/schedule.hpp"
#include "core/spec_keys/synthetic.hpp"
#include "core/spec_keys/train.hpp"

namespace lrsweep::core {
namespace {

constexpr auto kName = std::to_array<SpecKey>(
    {{.key = "name",
      .type = SpecType::kText,
      .default_json = "null",
      .nullable = true,
      .help = "Name of the sweep; null makes one from its kind, data and model."}});

template <std::size_t... Sizes>
constexpr auto joined(const std::array<SpecKey, Sizes>&... sections) {
  std::array<SpecKey, (Sizes + ...)> all{};
  auto end = all.begin();
  ((end = std::copy(sections.begin(), sections.end(), end)), ...);
  return all;
}

constexpr auto kTable =
    joined(kName, keys::kData, keys::kModel, keys::kOptimizer, keys::kSchedule, keys::kTrain,
           keys::kMetric, keys::kSynthetic, keys::kRangeTest, keys::kResources);

}  // namespace

std::span<const SpecKey> spec_table() { return kTable; }

const SpecKey* find_spec_key(std::string_view key) {
  for (const auto& row : kTable) {
    if (row.key == key) return &row;
  }
  return nullptr;
}

}  // namespace lrsweep::core
