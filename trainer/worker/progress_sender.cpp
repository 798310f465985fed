#include "trainer/worker/progress_sender.hpp"

#include <algorithm>
#include <iterator>

namespace lrsweep::trainer {
namespace {

constexpr auto kShortestGap = std::chrono::milliseconds(100);
// A line of so many points stays far below what a message may be long.
constexpr std::ptrdiff_t kMostPoints = 5000;

}  // namespace

void ProgressSender::count(std::int64_t done, std::int64_t total) {
  waiting_.update = done;
  waiting_.total_updates = total;
  is_new_ = speaks_;
  channel_.count_update(done);
  if (std::chrono::steady_clock::now() - last_sent_ >= kShortestGap) flush();
}

void ProgressSender::on_rung(const core::RangePoint& rung, std::int64_t planned) {
  if (speaks_) waiting_.range_points.push_back(rung);
  count(rung.rung + 1, planned);
}

void ProgressSender::on_updates(std::int64_t done, std::int64_t total,
                                std::vector<core::MetricPoint> points) {
  if (speaks_) std::move(points.begin(), points.end(), std::back_inserter(waiting_.metrics));
  count(done, total);
}

void ProgressSender::flush() {
  while (is_new_) {
    auto message = waiting_;
    const auto sent = std::min(kMostPoints, static_cast<std::ptrdiff_t>(waiting_.metrics.size()));
    message.metrics.resize(static_cast<std::size_t>(sent));
    channel_.send(message);
    waiting_.metrics.erase(waiting_.metrics.begin(), waiting_.metrics.begin() + sent);
    waiting_.range_points.clear();
    is_new_ = !waiting_.metrics.empty();
  }
  last_sent_ = std::chrono::steady_clock::now();
}

}  // namespace lrsweep::trainer
