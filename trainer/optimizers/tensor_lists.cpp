#include "trainer/optimizers/tensor_lists.hpp"

#include <ATen/ATen.h>

namespace lrsweep::trainer {

TensorList zeros_of(const TensorList& tensors) {
  TensorList zeros;
  for (const auto& tensor : tensors) zeros.push_back(at::zeros_like(tensor));
  return zeros;
}

TensorList joined(std::initializer_list<TensorList> lists) {
  TensorList all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

at::Tensor make_count(const TensorList& tensors) {
  return at::zeros({}, tensors.front().options().dtype(at::kFloat).requires_grad(false));
}

void take_back(at::Tensor& count, const at::Tensor& found_inf) {
  if (found_inf.defined()) count.sub_(found_inf);
}

TensorList zero_if(const at::Tensor& found_inf, const TensorList& tensors) {
  if (!found_inf.defined()) return tensors;
  const at::Tensor skips = found_inf.to(at::kBool);
  TensorList masked;
  for (const auto& tensor : tensors) masked.push_back(tensor.masked_fill(skips, 0));
  return masked;
}

void multiply_unless(const at::Tensor& found_inf, const TensorList& tensors, double factor) {
  if (!found_inf.defined()) return at::_foreach_mul_(tensors, factor);
  at::_foreach_mul_(tensors,
                    at::full_like(found_inf, factor).masked_fill_(found_inf.to(at::kBool), 1));
}

}  // namespace lrsweep::trainer
