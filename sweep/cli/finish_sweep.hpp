// What is left to do when a sweep has ended: reports on disk, the answer on stdout, the exit
// status.
#pragma once

#include "core/result.hpp"
#include "sweep/cli/command.hpp"
#include "sweep/runtime/run_sweep.hpp"

namespace lrsweep::cli {

[[nodiscard]] core::Result<int> finish_sweep(const Arguments& arguments,
                                             const sweep::SweepOutcome& outcome, bool json);

// A file name out of any text: letters, digits, '.', '-' and '_' stay, the rest becomes '-'; cut to
// 80 bytes, never empty, never hidden.
[[nodiscard]] std::string file_name(std::string_view text);

}  // namespace lrsweep::cli
