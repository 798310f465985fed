// The seam for what a person sees while a sweep runs. Called from the event loop's thread; must not
// block. Real ones in sweep/cli/ (terminal, plain lines, JSON events); fake in tests/support/.
#pragma once

#include <cstdint>
#include <string>

#include "core/ids.hpp"
#include "core/messages.hpp"
#include "core/words.hpp"
#include "sweep/scheduler/run_label.hpp"

namespace lrsweep::sweep {

class Progress {
 public:
  virtual ~Progress() = default;
  // Once, before anything runs. `done` of `runs` were finished before (resume).
  virtual void sweep_started(core::SweepId sweep, const std::string& name, std::int64_t runs,
                             std::int64_t done) = 0;
  virtual void run_started(const RunLabel& run) = 0;
  virtual void run_progress(const RunLabel& run, const core::Progress& progress) = 0;
  // Only after the commit that holds the result.
  virtual void run_ended(const RunLabel& run, core::RunState state, const std::string& reason) = 0;
  // A decision worth a line: a retry, a device set aside, workers slow to start, stopping.
  virtual void note(const std::string& line) = 0;
  // Called about four times a second, for displays that redraw.
  virtual void tick() = 0;
};

}  // namespace lrsweep::sweep
