// What is known of the runs in flight, and how it reads; shared by the live and the plain display.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/clock.hpp"
#include "sweep/runtime/progress.hpp"

namespace lrsweep::cli {

class RunBoard {
 public:
  explicit RunBoard(const core::Clock& clock) : clock_(clock) {}

  void start(std::int64_t runs, std::int64_t done);
  void run_started(const sweep::RunLabel& run);
  void run_progress(const sweep::RunLabel& run, const core::Progress& progress);
  void run_ended(const sweep::RunLabel& run, core::RunState state);

  // "1 of 3 runs done, 12.5 s, about 20 s left".
  [[nodiscard]] std::string total_line() const;
  // A line for each run in flight: "seed 0  cpu:0  [#####.....]  52/100  lr 0.0012  loss 2.1".
  [[nodiscard]] std::vector<std::string> run_lines() const;

 private:
  struct Row {
    sweep::RunLabel label;
    core::Instant started;
    std::int64_t update = 0;
    std::int64_t total = 0;
    double lr = 0;
    double loss = 0;
    std::optional<double> validation = {};  // val_loss
    std::optional<double> accuracy = {};    // val_accuracy
  };
  [[nodiscard]] double share_done() const;

  const core::Clock& clock_;
  core::Instant started_{};
  std::int64_t runs_ = 0;
  std::int64_t done_ = 0;
  std::int64_t done_before_ = 0;
  std::map<std::int64_t, Row> rows_;  // by run id
};

// "seed 2" (and the attempt from the second on).
[[nodiscard]] std::string run_name(const sweep::RunLabel& run);

}  // namespace lrsweep::cli
