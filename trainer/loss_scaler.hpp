// Loss scaling for half precision: small gradients would become 0 there, so the loss is multiplied
// by a factor before backward and the gradients divided by it afterwards (Micikevicius et al.,
// arXiv 1710.03740, §3.2; constants of torch.amp.GradScaler).
//
//   (scaler.scale(loss)).backward();
//   scaler.unscale(gradients);               // after ranks have averaged theirs
//   optimizer.step(lr, scaler.found_inf());
//   scaler.update();
//
// Nothing is read back from the device. Under data parallelism averaged gradients are the same on
// every rank, so the factors are too, without a word between ranks.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <vector>

namespace lrsweep::trainer {

class LossScaler {
 public:
  // The factor starts at 65536.
  explicit LossScaler(c10::Device device);

  // The loss, float32, times the factor.
  [[nodiscard]] at::Tensor scale(const at::Tensor& loss) const;

  // Divides by the factor, in place, and looks for NaN and infinity. Once between two update().
  void unscale(const std::vector<at::Tensor>& gradients);

  // 1 where the gradients last unscaled were not all finite, else 0: the update is to be skipped.
  [[nodiscard]] const at::Tensor& found_inf() const { return found_inf_; }

  // Halves the factor after a skipped update; doubles it after 2000 in a row that were not.
  void update();

  // Updates skipped so far.
  [[nodiscard]] const at::Tensor& skipped() const { return skipped_; }

  // For checkpoints, as Optimizer::state().
  [[nodiscard]] std::vector<at::Tensor> state() const { return {factor_, good_, skipped_}; }

 private:
  // Scalars on the device: float32, and int32 for the one counted by the kernel.
  at::Tensor factor_;
  at::Tensor good_;  // updates since the factor last changed
  at::Tensor found_inf_;
  at::Tensor skipped_;
};

}  // namespace lrsweep::trainer
