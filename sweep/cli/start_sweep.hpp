// Starting and finishing a sweep: what every command that runs one shares.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/ids.hpp"
#include "core/result.hpp"
#include "core/spec.hpp"
#include "core/words.hpp"
#include "sweep/cli/command.hpp"

namespace lrsweep::cli {

struct SweepPlan {
  core::SweepKind kind = core::SweepKind::kRangeTest;
  core::Spec spec;
  std::string name;
  std::vector<std::string> devices;
  int threads = 1;   // for each device
  std::string text;  // what is about to happen, one line
};

// Looks at the machine and resolves the spec's devices. kNoDevice, kUsage.
[[nodiscard]] core::Result<SweepPlan> make_plan(const core::Spec& spec, core::SweepKind kind);

// Runs it, writes the reports, prints what came out. The exit status of the command.
[[nodiscard]] core::Result<int> run_to_the_end(const Arguments& arguments, const SweepPlan& plan,
                                               std::optional<core::SweepId> resume);

}  // namespace lrsweep::cli
