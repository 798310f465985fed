// What a person sees on stderr while a sweep runs: a live display on a terminal, plain lines
// elsewhere, one JSON object a line for programs, nothing for --quiet.
#pragma once

#include <memory>

#include "core/clock.hpp"
#include "sweep/runtime/progress.hpp"

namespace lrsweep::cli {

enum class ProgressKind { kQuiet, kPlain, kLive, kJson };

// `clock` must outlive the display.
[[nodiscard]] std::unique_ptr<sweep::Progress> make_progress(ProgressKind kind,
                                                             const core::Clock& clock);

}  // namespace lrsweep::cli
