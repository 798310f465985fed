// Lowers the rate when a metric stops improving (PyTorch's ReduceLROnPlateau, threshold_mode "rel",
// with NaN and negative metrics put right).
#pragma once

#include <optional>

namespace lrsweep::finders {

struct PlateauOptions {
  double factor = 0.1;  // in (0, 1)
  int patience = 10;    // bad epochs in a row that are borne
  double threshold = 1e-4;
  int cooldown = 0;  // epochs after a reduction in which none counts as bad
  double min_lr = 0;
  bool maximize = false;
};

// The rate after each epoch's metric. A metric is good when it improves on the best so far by more
// than threshold·|best|; the first finite one is. NaN and infinity are bad. After more than
// `patience` bad epochs in a row the rate becomes max(rate·factor, min_lr).
class Plateau {
 public:
  Plateau(PlateauOptions options, double lr) : options_(options), lr_(lr) {}

  void epoch_ended(double metric);
  [[nodiscard]] double lr() const { return lr_; }

 private:
  [[nodiscard]] bool improves(double metric) const;

  PlateauOptions options_;
  double lr_;
  std::optional<double> best_;
  int bad_epochs_ = 0;
  int cooldown_left_ = 0;
};

}  // namespace lrsweep::finders
