// The loss of model.name synthetic: a formula instead of a model, for tests, documentation and
// measurements of everything around training.
//
// Progress s grows with every update at rate r by g = (r/r*)·exp(1 − r/r*)/(n·τ), n updates an
// epoch, τ = 1 epoch: fastest at the known best rate r*. The expected loss is L(s) = 0.1
// + 2.2·e^(−s). At a rate above r_d the loss grows tenfold with every further update until it is
// infinite. A batch's loss is L plus noise σ·z, z standard normal from (seed, update) alone
// (SplitMix64, Box and Muller 1958). Validation sees L plus σ/10·z of the run: accuracy = e^(−L).
#pragma once

#include <cstdint>

namespace lrsweep::finders {

struct SyntheticOptions {
  double best_lr = 0.1;
  double diverge_lr = 1.0;
  double noise = 0.01;
  std::int64_t updates_per_epoch = 100;
  std::uint64_t seed = 0;
};

class SyntheticLoss {
 public:
  explicit SyntheticLoss(const SyntheticOptions& options) : options_(options) {}

  // The loss of the next update's batch, before the update; then the update at that rate.
  double update(double lr);

  [[nodiscard]] double validation_loss() const;
  [[nodiscard]] double validation_accuracy() const;  // share, 0 to 1
  // L, without noise.
  [[nodiscard]] double expected() const;

 private:
  SyntheticOptions options_;
  double progress_ = 0;
  double blow_up_ = 1;
  std::int64_t updates_ = 0;
};

}  // namespace lrsweep::finders
