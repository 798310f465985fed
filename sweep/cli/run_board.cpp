#include "sweep/cli/run_board.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"

namespace lrsweep::cli {
namespace {

constexpr std::int64_t kBarCells = 20;

std::string bar(std::int64_t update, std::int64_t total) {
  const auto filled = total > 0 ? std::min(kBarCells, kBarCells * update / total) : 0;
  return fmt::format("[{}{}]", std::string(static_cast<std::size_t>(filled), '#'),
                     std::string(static_cast<std::size_t>(kBarCells - filled), '.'));
}

}  // namespace

std::string run_name(const sweep::RunLabel& run) {
  std::string name = fmt::format("seed {}", run.key.repeat);
  if (run.attempt > 1) name += fmt::format(" (attempt {})", run.attempt);
  return name;
}

void RunBoard::start(std::int64_t runs, std::int64_t done) {
  started_ = clock_.now();
  runs_ = runs;
  done_ = done_before_ = done;
}

void RunBoard::run_started(const sweep::RunLabel& run) {
  rows_[run.run_id.value] = Row{run, clock_.now()};
}

void RunBoard::run_progress(const sweep::RunLabel& run, const core::Progress& progress) {
  const auto found = rows_.find(run.run_id.value);
  if (found == rows_.end()) return;
  found->second.update = progress.update;
  found->second.total = progress.total_updates;
  for (const auto& point : progress.metrics) {
    if (point.name == "batch_lr" || point.name == "lr") found->second.lr = point.value;
    if (point.name == "batch_loss" || point.name == "train_loss") found->second.loss = point.value;
    if (point.name == "val_loss") found->second.validation = point.value;
    if (point.name == "val_accuracy") found->second.accuracy = point.value;
  }
  if (progress.range_points.empty()) return;
  found->second.lr = progress.range_points.back().lr;
  found->second.loss = progress.range_points.back().loss;
}

void RunBoard::run_ended(const sweep::RunLabel& run, core::RunState state) {
  rows_.erase(run.run_id.value);
  if (state != core::RunState::kQueued) ++done_;
}

double RunBoard::share_done() const {
  double share = static_cast<double>(done_ - done_before_);
  for (const auto& [id, row] : rows_) {
    if (row.total > 0) share += static_cast<double>(row.update) / static_cast<double>(row.total);
  }
  const auto owed = static_cast<double>(runs_ - done_before_);
  return owed > 0 ? std::min(1.0, share / owed) : 1.0;
}

std::string RunBoard::total_line() const {
  const double seconds = core::Seconds(clock_.now() - started_).count();
  const double share = share_done();
  std::string line =
      fmt::format("{} of {} runs done, {}", done_, runs_, core::duration_text(seconds));
  constexpr double kEnoughToGuess = 0.05;
  if (share > kEnoughToGuess && share < 1) {
    line += fmt::format(", about {} left", core::duration_text(seconds * (1 - share) / share));
  }
  return line;
}

std::vector<std::string> RunBoard::run_lines() const {
  std::vector<std::string> lines;
  for (const auto& [id, row] : rows_) {
    std::string line =
        fmt::format("{}  {}", run_name(row.label), fmt::join(row.label.devices, ","));
    if (row.total == 0) {
      line += "  starting";
    } else {
      line += fmt::format("  {}  {}/{}  lr {:.3g}  loss {:.4g}", bar(row.update, row.total),
                          row.update, row.total, row.lr, row.loss);
      if (row.validation) line += fmt::format("  val_loss {:.4g}", *row.validation);
      if (row.accuracy) line += fmt::format("  val_accuracy {:.4f}", *row.accuracy);
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace lrsweep::cli
