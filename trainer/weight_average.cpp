#include "trainer/weight_average.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <utility>

namespace lrsweep::trainer {
namespace {

std::vector<at::Tensor> copies(const std::vector<at::Tensor>& tensors) {
  std::vector<at::Tensor> all;
  for (const auto& tensor : tensors) all.push_back(tensor.detach().clone());
  return all;
}

// The same memory as integers.
at::Tensor bits(const at::Tensor& tensor) {
  switch (tensor.element_size()) {
    case 1:
      return tensor.detach().view(at::kByte);
    case 2:
      return tensor.detach().view(at::kShort);
    case 4:
      return tensor.detach().view(at::kInt);
    default:
      return tensor.detach().view(at::kLong);
  }
}

// By three exclusive ors: exact for every value, without a third place.
void exchange_bits(const std::vector<at::Tensor>& left, const std::vector<at::Tensor>& right) {
  for (std::size_t i = 0; i < left.size(); ++i) {
    at::Tensor a = bits(left[i]);
    at::Tensor b = bits(right[i]);
    a.bitwise_xor_(b);
    b.bitwise_xor_(a);
    a.bitwise_xor_(b);
  }
}

}  // namespace

WeightAverage::WeightAverage(std::vector<at::Tensor> parameters, std::vector<at::Tensor> buffers,
                             double decay)
    : live_(std::move(parameters)),
      average_(copies(live_)),
      live_buffers_(std::move(buffers)),
      average_buffers_(copies(live_buffers_)),
      decay_(decay) {}

void WeightAverage::update() {
  const at::NoGradGuard no_grad;
  const auto t = static_cast<double>(++updates_);
  const double decay = std::min(decay_, (1 + t) / (10 + t));
  if (!live_.empty()) at::_foreach_lerp_(average_, live_, 1 - decay);
  if (!live_buffers_.empty()) at::_foreach_copy_(average_buffers_, live_buffers_);
}

void WeightAverage::swap() {
  const at::NoGradGuard no_grad;
  exchange_bits(live_, average_);
  exchange_bits(live_buffers_, average_buffers_);
}

std::vector<at::Tensor> WeightAverage::state() const {
  auto all = average_;
  all.insert(all.end(), average_buffers_.begin(), average_buffers_.end());
  return all;
}

}  // namespace lrsweep::trainer
