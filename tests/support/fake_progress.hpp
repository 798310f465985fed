// Remembers what a person would have seen.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sweep/runtime/progress.hpp"

namespace lrsweep::sweep {

class FakeProgress final : public Progress {
 public:
  struct Ended {
    RunLabel run;
    core::RunState state;
    std::string reason;
  };

  void sweep_started(core::SweepId sweep, const std::string& name, std::int64_t runs,
                     std::int64_t done) override {
    sweep_id = sweep;
    sweep_name = name;
    total_runs = runs;
    done_before = done;
  }
  void run_started(const RunLabel& run) override {
    started.push_back(run);
    if (on_started) on_started(run);
  }
  void run_progress(const RunLabel& run, const core::Progress& progress) override {
    if (on_progress) on_progress(run, progress);
  }
  void run_ended(const RunLabel& run, core::RunState state, const std::string& reason) override {
    ended.push_back({run, state, reason});
    if (on_ended) on_ended(ended.back());
  }
  void note(const std::string& line) override { notes.push_back(line); }
  void tick() override {
    ++ticks;
    if (on_tick) on_tick();
  }

  core::SweepId sweep_id;
  std::string sweep_name;
  std::int64_t total_runs = -1;
  std::int64_t done_before = -1;
  int ticks = 0;
  std::vector<RunLabel> started;
  std::vector<Ended> ended;
  std::vector<std::string> notes;
  // Called from within, for tests that act at that moment.
  std::function<void(const RunLabel&)> on_started;
  std::function<void(const RunLabel&, const core::Progress&)> on_progress;
  std::function<void(const Ended&)> on_ended;
  std::function<void()> on_tick;
};

}  // namespace lrsweep::sweep
