// What other tools would say of curves: `--compat PEER|all`.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/json_fwd.hpp"
#include "core/records.hpp"
#include "core/result.hpp"
#include "finders/compat.hpp"

namespace lrsweep::cli {

// kUsage for a peer that is not known; an empty text is fine (no peer asked for).
[[nodiscard]] core::Result<void> check_peer(std::string_view peer);

// {"fastai": {"valley": 0.01, …}, "lightning": {"lr": null}}.
[[nodiscard]] core::Json compat_json(std::span<const finders::PeerSuggestion> suggestions);

// A table over a sweep's curves, one column a seed; empty where no peer is asked for.
[[nodiscard]] core::Result<std::string> compat_text(std::string_view peer,
                                                    const core::Snapshot& snapshot);
// The same for one curve's suggestions.
[[nodiscard]] std::string compat_text(std::span<const finders::PeerSuggestion> suggestions);

}  // namespace lrsweep::cli
