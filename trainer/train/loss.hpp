// What a batch's outputs are compared with its targets by.
#pragma once

#include <ATen/core/Tensor.h>

#include "core/result.hpp"
#include "core/spec.hpp"

namespace lrsweep::trainer {

enum class LossKind { kCrossEntropy, kMse, kMae, kHuber };

// Means over the samples of a batch, float32 scalars on its device:
//   cross_entropy  −Σ_c q_c·log softmax(z)_c with q = (1 − s)·onehot + s/K (Szegedy et al., arXiv
//                  1512.00567, §7; s = label_smoothing)
//   mse            (z − y)²
//   mae            |z − y|
//   huber          ½(z − y)² where |z − y| <= d, else d·(|z − y| − ½d) (Huber 1964)
class Loss {
 public:
  Loss() = default;  // cross-entropy
  Loss(LossKind kind, double label_smoothing, double huber_delta)
      : kind_(kind), label_smoothing_(label_smoothing), huber_delta_(huber_delta) {}

  // `outputs` [n, classes] with int64 `targets` [n], or [n, 1] with float32 `targets` [n].
  [[nodiscard]] at::Tensor operator()(const at::Tensor& outputs, const at::Tensor& targets) const;

  [[nodiscard]] LossKind kind() const { return kind_; }

 private:
  LossKind kind_ = LossKind::kCrossEntropy;
  double label_smoothing_ = 0;
  double huber_delta_ = 1;
};

// train.loss (or the task's own), train.label_smoothing, train.huber_delta. kUsage for a loss that
// the task cannot have.
[[nodiscard]] core::Result<Loss> make_loss(const core::Spec& spec, bool classification);

}  // namespace lrsweep::trainer
