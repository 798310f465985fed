#include "trainer/train/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace lrsweep::trainer {
namespace {

constexpr std::int64_t kBatchPoints = 500;
constexpr std::string_view kBatch = "batch_";

}  // namespace

void Recorder::add(std::string name, std::int64_t update, double value) {
  position_.points.push_back({std::move(name), update, value});
}

void Recorder::on_update(const ReadUpdate& update, double lr) {
  const auto t = position_.updates++;
  const auto samples = plan_.samples_of(t);
  auto& epoch = position_.epoch;
  epoch.loss += update.loss * static_cast<double>(samples);
  epoch.grad_norm += update.grad_norm;
  epoch.clipped += update.clipped ? 1 : 0;
  epoch.samples += samples;
  ++epoch.updates;
  if (t % std::max<std::int64_t>(1, plan_.updates / kBatchPoints) != 0) return;
  add("batch_loss", t, update.loss);
  add("batch_lr", t, lr);
}

double Recorder::train_loss() const {
  const auto& epoch = position_.epoch;
  if (epoch.samples == 0) return std::numeric_limits<double>::quiet_NaN();
  return epoch.loss / static_cast<double>(epoch.samples);
}

void Recorder::on_epoch(double lr, std::int64_t peak_memory, bool ends_epoch) {
  auto& epoch = position_.epoch;
  const auto done = position_.updates;
  add("epoch", done, plan_.epochs(done));
  add("lr", done, lr);
  add("train_loss", done, train_loss());
  add("grad_norm", done, epoch.grad_norm / static_cast<double>(epoch.updates));
  add("clipped_share", done,
      static_cast<double>(epoch.clipped) / static_cast<double>(epoch.updates));
  if (epoch.seconds > 0) {
    add("images_per_second", done, static_cast<double>(epoch.samples) / epoch.seconds);
  }
  if (peak_memory > 0) add("peak_memory_bytes", done, static_cast<double>(peak_memory));
  if (ends_epoch) epoch = {};
}

void Recorder::on_metrics(const char* prefix, const Metrics& metrics) {
  for (const auto& [name, value] : metrics) {
    add(fmt::format("{}_{}", prefix, name), position_.updates, value);
  }
}

std::vector<core::MetricPoint> Recorder::take_new() {
  const auto& points = position_.points;
  std::vector<core::MetricPoint> taken(points.begin() + static_cast<std::ptrdiff_t>(told_),
                                       points.end());
  told_ = points.size();
  return taken;
}

std::optional<double> Recorder::last(std::string_view name) const {
  const auto& points = position_.points;
  const auto found = std::find_if(points.rbegin(), points.rend(),
                                  [&](const auto& point) { return point.name == name; });
  return found == points.rend() ? std::nullopt : std::optional(found->value);
}

std::vector<core::MetricPoint> Recorder::last_row() const {
  std::vector<core::MetricPoint> row;
  for (auto point = position_.points.rbegin(); point != position_.points.rend(); ++point) {
    if (point->name.starts_with(kBatch)) continue;
    if (!row.empty() && point->update != row.front().update) break;
    row.push_back(*point);
  }
  std::reverse(row.begin(), row.end());
  return row;
}

}  // namespace lrsweep::trainer
