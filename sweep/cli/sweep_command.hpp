// What every command that starts a sweep does: flags to a spec, a plan that is said first, the run.
#pragma once

#include "core/result.hpp"
#include "core/words.hpp"
#include "sweep/cli/command.hpp"

namespace lrsweep::cli {

// Spec and placement flags, --dry-run, --new, --format.
void declare_sweep_flags(options::options_description& table, core::SweepKind kind);

// The exit status of the command. kUsage with a line for each problem of the spec, or where this
// very spec is unfinished already (--new starts it all the same).
[[nodiscard]] core::Result<int> run_sweep_command(const Arguments& arguments, core::SweepKind kind);

}  // namespace lrsweep::cli
