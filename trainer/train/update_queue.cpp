#include "trainer/train/update_queue.hpp"

#include <ATen/ATen.h>

#include <algorithm>

namespace lrsweep::trainer {
namespace {

constexpr std::size_t kNumbers = 3;  // loss, norm, clipped

std::vector<double> read_tensors(const std::vector<StepOutcome>& queued) {
  std::vector<at::Tensor> rows;
  for (const auto& update : queued) {
    rows.insert(rows.end(), {update.loss, update.grad_norm, update.clipped});
  }
  const at::Tensor all = at::stack(rows).to(at::kCPU, at::kDouble);
  const auto* first = all.const_data_ptr<double>();
  return {first, first + all.numel()};
}

}  // namespace

void UpdateQueue::add(const StepOutcome& outcome, double weight) {
  queued_.push_back(outcome);
  weights_.push_back(weight);
}

std::vector<double> UpdateQueue::numbers_here() const {
  auto numbers = read_tensors(queued_);
  // The sum over ranks of loss·weight/world is the mean over all samples.
  for (std::size_t i = 0; i < queued_.size(); ++i) numbers[kNumbers * i] *= weights_[i];
  return numbers;
}

std::int64_t UpdateQueue::wished_length(std::size_t updates) const {
  constexpr double kSeconds = 0.1;
  constexpr double kMost = 256;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - since_;
  const double each = std::max(took.count(), 1e-6) / static_cast<double>(updates);
  return static_cast<std::int64_t>(std::clamp(kSeconds / each, 1.0, kMost));
}

ReadBlock UpdateQueue::read(bool cancelled) {
  auto numbers = numbers_here();
  numbers.push_back(cancelled ? 1 : 0);
  // Rank 0's wish is all ranks' length.
  numbers.push_back(group_.rank() == 0 ? static_cast<double>(wished_length(queued_.size())) : 0);
  group_.sum(numbers);
  const double world = group_.world();
  ReadBlock block;
  for (std::size_t i = 0; i < queued_.size(); ++i) {
    const auto* row = numbers.data() + kNumbers * i;
    block.updates.push_back({row[0] / world, row[1] / world, row[2] > 0});
  }
  block.cancelled = numbers[numbers.size() - 2] > 0;
  length_ = static_cast<std::int64_t>(numbers.back());
  queued_.clear();
  weights_.clear();
  since_ = std::chrono::steady_clock::now();
  return block;
}

}  // namespace lrsweep::trainer
