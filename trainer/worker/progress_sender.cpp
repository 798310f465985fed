#include "trainer/worker/progress_sender.hpp"

namespace lrsweep::trainer {
namespace {

constexpr auto kShortestGap = std::chrono::milliseconds(100);

}  // namespace

void ProgressSender::on_point(const core::RangePoint& point, std::int64_t planned) {
  if (speaks_) waiting_.range_points.push_back(point);
  waiting_.update = point.rung + 1;
  waiting_.total_updates = planned;
  channel_.count_update(waiting_.update);
  if (std::chrono::steady_clock::now() - last_sent_ >= kShortestGap) flush();
}

void ProgressSender::flush() {
  if (waiting_.range_points.empty()) return;
  channel_.send(waiting_);
  waiting_.range_points.clear();
  last_sent_ = std::chrono::steady_clock::now();
}

}  // namespace lrsweep::trainer
